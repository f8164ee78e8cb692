// The celebration: gold coins of our own drawing rain over the screen for as long as it is asked to. There are
// always the same coins, thrown again from above; with reduced motion they hang still.

const COINS = 90;
const FALL_PX_PER_MS = 0.32;
const COLOURS = ["coin", "coin-turned", "coin-rim"];

export class Party {
  constructor(canvas) {
    this.canvas = canvas;
    this.brush = canvas.getContext("2d");
    this.coins = Array.from({ length: COINS }, (_, n) => throwCoin(n));
    this.isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Draw the moment so many milliseconds into the celebration. */
  draw(elapsed) {
    const { canvas, brush } = this;
    const { clientWidth: width, clientHeight: height } = canvas;
    Object.assign(canvas, { width, height });
    const time = this.isStill ? 2600 : elapsed;
    this.colours ??= coinColours();
    for (const coin of this.coins) drawCoin(brush, this.colours, placeOf(coin, time, width, height), coin);
  }

  clear() {
    this.brush.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }
}

/** A canvas takes no custom properties: their values, by name. */
function coinColours() {
  const { documentElement } = document;
  return Object.fromEntries(COLOURS.map((name) => [name, getComputedStyle(documentElement).getPropertyValue(`--${name}`)]));
}

/** A coin's own path: the same every time, spread evenly over the screen (the R2 sequence). */
function throwCoin(n) {
  return { column: (n * 0.7548776662) % 1, start: (n * 0.569840291) % 1, size: 9 + ((n * 7) % 17), speed: 0.7 + ((n * 13) % 10) / 14, turn: n * 1.7 };
}

function placeOf(coin, time, width, height) {
  const tall = height * 1.2;
  const fallen = (time * FALL_PX_PER_MS * coin.speed + coin.start * tall) % tall;
  return { x: coin.column * width + Math.sin(time / 700 + coin.turn) * 18, y: fallen - height * 0.1, angle: time / 260 + coin.turn };
}

function drawCoin(brush, colours, { x, y, angle }, { size }) {
  const face = Math.cos(angle);
  brush.fillStyle = face > 0 ? colours.coin : colours["coin-turned"];
  brush.beginPath();
  brush.ellipse(x, y, size * Math.max(0.12, Math.abs(face)), size, 0, 0, Math.PI * 2);
  brush.fill();
  if (Math.abs(face) < 0.35) return;
  brush.strokeStyle = colours["coin-rim"];
  brush.lineWidth = 1.5;
  brush.beginPath();
  brush.ellipse(x, y, size * 0.68 * Math.abs(face), size * 0.68, 0, 0, Math.PI * 2);
  brush.stroke();
}
