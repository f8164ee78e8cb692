// A key for each option, shown on its button: a number that the option names, or the first of its letters that is free.

const NUMBERS = { first: "1", second: "2", third: "3", fourth: "4", fifth: "5" };

export function keysFor(options) {
  const taken = new Set();
  const keys = options.map((option) => {
    const key = numberIn(option.name);
    if (key && !taken.has(key)) taken.add(key);
    return key;
  });
  return options.map((option, n) => keys[n] ?? takeLetter(option.name, taken));
}

function numberIn(name) {
  const digit = name.match(/\d/)?.[0];
  return digit ?? name.split(" ").map((word) => NUMBERS[word]).find(Boolean) ?? null;
}

function takeLetter(name, taken) {
  const letter = [...name.toUpperCase()].find((one) => /[A-Z]/.test(one) && !taken.has(one)) ?? "";
  taken.add(letter);
  return letter;
}
