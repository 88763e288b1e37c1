/*
 * Loaded before one of our processes (`node --import`): shifts only the wall clock of that process. The
 * monotonic clock isn't affected. SIGUSR2 steps the clock by an hour for a second and a half: ahead at first,
 * back the next time, and so on.
 */
const STEP_MS = 3_600_000
const STEP_LASTS_MS = 1_500

const RealDate = Date
let shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const shiftedNow = (): number => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [shiftedNow()] : args, newTarget) as object,
  apply: () => new RealDate(shiftedNow()).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? shiftedNow : (Reflect.get(target, name, receiver) as unknown),
})

let direction = 1
process.on('SIGUSR2', () => {
  const byMs = direction * STEP_MS
  direction = -direction
  shiftMs += byMs
  setTimeout(() => (shiftMs -= byMs), STEP_LASTS_MS).unref()
})
