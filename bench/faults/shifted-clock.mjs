// Moves the clock of a process, as one that runs wrong: node --import this file, BENCH_CLOCK_SHIFT_MS=3600000.
const shift = Number(process.env['BENCH_CLOCK_SHIFT_MS'] ?? 0)
const rightNow = Date.now

globalThis.Date = new Proxy(Date, {
  construct: (target, values, made) =>
    Reflect.construct(target, values.length > 0 ? values : [rightNow() + shift], made),
  get: (target, name) => (name === 'now' ? () => rightNow() + shift : Reflect.get(target, name)),
})
