// Preloaded (`--import`) by `reloj-equipo.test.ts`: the clock of the program's machine is off by so many seconds, while
// that of its database is right. Timers go on as they are.
const off = Number(process.env.PRUEBA_DESFASE_S ?? 0) * 1000
const real = Date
class Desplazada extends real {
  constructor(...args: [] | [number]) {
    if (args.length === 0) super(real.now() + off)
    else super(...args)
  }
  static override now() {
    return real.now() + off
  }
}
globalThis.Date = Desplazada as DateConstructor
