// The sounds of a table, made of tones and noise: short, dry and low. Nothing is loaded.

/** A part of a sound: when it begins, how long it is and how loud; a tone, or noise around a pitch. */
const tone = (hz, at, length, gain) => ({ hz, at, length, gain });
const noise = (around, at, length, gain) => ({ around, at, length, gain });
const run = (pitches, step, length, gain) => pitches.map((hz, n) => tone(hz, n * step, length, gain));

export const SOUNDS = {
  chip: [noise(2600, 0, 0.04, 0.9), tone(1850, 0, 0.03, 0.1), noise(3100, 0.05, 0.03, 0.5)],
  card: [noise(1300, 0, 0.08, 0.7)],
  turn: [tone(587, 0, 0.3, 0.22), tone(880, 0.09, 0.35, 0.18)],
  tick: [tone(990, 0, 0.03, 0.12)],
  win: run([523, 659, 784], 0.09, 0.3, 0.2),
  "big win": [...run([523, 659, 784], 0.09, 0.3, 0.22), ...run([1047, 1319], 0.14, 0.5, 0.2)].map((part, n) => (n > 2 ? { ...part, at: part.at + 0.27 } : part)),
  jackpot: [...run([392, 523, 659, 784, 1047, 1319, 1568], 0.11, 0.6, 0.2), ...[523, 784, 1047, 1319].map((hz) => tone(hz, 0.95, 1.8, 0.11))],
};

/** Play a sound on a context, from a moment on. */
export function play(context, out, name, at) {
  for (const part of SOUNDS[name]) start(context, out, part, at + part.at);
}

function start(context, out, part, at) {
  const source = part.hz ? oscillator(context, part) : rustle(context, part);
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(0.0001, at);
  loudness.gain.exponentialRampToValueAtTime(part.gain, at + 0.004);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + part.length);
  source.last.connect(loudness).connect(out);
  source.first.start(at);
  source.first.stop(at + part.length);
}

function oscillator(context, { hz }) {
  const made = context.createOscillator();
  made.type = "triangle";
  made.frequency.value = hz;
  return { first: made, last: made };
}

function rustle(context, { around, length }) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  const first = context.createBufferSource();
  first.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = around;
  band.Q.value = 1.5;
  first.connect(band);
  return { first, last: band };
}
