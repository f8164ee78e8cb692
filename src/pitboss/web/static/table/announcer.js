// Says what happens at the table in a polite live region, a few sentences at a time: a reader that falls behind
// hears the latest.

const MOST_KEPT = 12;

export class Announcer {
  constructor(region) {
    this.region = region;
  }

  say(sentences) {
    for (const sentence of sentences) {
      if (sentence.includes("Commitment:")) continue;
      const line = document.createElement("p");
      line.textContent = sentence;
      this.region.append(line);
    }
    while (this.region.childElementCount > MOST_KEPT) this.region.firstElementChild.remove();
  }
}
