import { afterEach, expect, test, vi } from 'vitest'
import { enviar } from './imprimir.ts'
import { elegirAparato, FalloImpresora } from './puertos.ts'
import { NUEVO, type Puesto } from './puesto.ts'

const APARATO = { fabricante: 0x04b8, producto: 0x0202 }
const SERIE: Puesto = { ...NUEVO, via: 'serie', aparato: APARATO }
const USB: Puesto = { ...SERIE, via: 'usb' }
const BYTES = Uint8Array.of(1, 2, 3)
/** The answers of a printer that is well. */
const BIEN = [0x12, 0x12]

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A serial port that keeps what was written and answers each question with the next byte of `answers`. */
function puertoSerie(answers: number[], { cuelga = false } = {}) {
  const seen: number[] = []
  const events: string[] = []
  let back: ReadableStreamDefaultController<Uint8Array> | undefined
  const port = {
    readable: null as ReadableStream<Uint8Array> | null,
    getInfo: () => ({ usbVendorId: 0x04b8, usbProductId: 0x0202 }),
    open: async ({ baudRate }: { baudRate: number }) => {
      events.push(`open ${baudRate}`)
      port.readable = new ReadableStream({
        start: (controller) => {
          back = controller
        },
      })
    },
    close: async () => void events.push('close'),
    get writable() {
      return new WritableStream<Uint8Array>({
        write: (bytes) => {
          if (cuelga) return new Promise<void>(() => {})
          seen.push(...bytes)
          const answer = bytes[0] === 0x10 ? answers.shift() : undefined
          if (answer !== undefined) back?.enqueue(Uint8Array.of(answer))
        },
        close: () => void events.push('flush'),
      })
    },
  }
  vi.stubGlobal('navigator', { serial: { getPorts: async () => [port] } })
  return { seen, events }
}

const PREGUNTA_PAPEL = [0x10, 4, 4]
const PREGUNTA_PARADA = [0x10, 4, 2]

test('serial: asks how it is, writes, waits until the last byte left, and closes', async () => {
  const { seen, events } = puertoSerie([...BIEN])
  expect(await enviar({ ...SERIE, velocidad: 19_200 }, BYTES)).toEqual({ contesta: true })
  expect(seen).toEqual([...PREGUNTA_PAPEL, ...PREGUNTA_PARADA, 1, 2, 3])
  expect(events).toEqual(['open 19200', 'flush', 'flush', 'flush', 'close'])
})

test('one that is silent prints unless it used to answer', async () => {
  vi.useFakeTimers()
  const { seen } = puertoSerie([])
  const sent = enviar(SERIE, BYTES)
  await vi.runAllTimersAsync()
  expect(await sent).toEqual({ contesta: false })
  expect(seen).toEqual([...PREGUNTA_PAPEL, 1, 2, 3])
  const off = puertoSerie([])
  const refused = expect(enviar({ ...SERIE, contesta: true }, BYTES)).rejects.toThrow(
    'la impresora no responde: revise que esté encendida y conectada',
  )
  await vi.runAllTimersAsync()
  await refused
  expect(off.seen).toEqual(PREGUNTA_PAPEL)
  expect(off.events.at(-1)).toBe('close')
})

test('without paper or with its cover open nothing is sent', async () => {
  for (const [answers, words] of [
    [[0x72, 0x12], 'no tiene papel'],
    [[0x12, 0x16], 'la tapa de la impresora está abierta'],
  ] as const) {
    const { seen, events } = puertoSerie([...answers])
    await expect(enviar(SERIE, BYTES)).rejects.toThrow(words)
    expect(seen).toEqual([...PREGUNTA_PAPEL, ...PREGUNTA_PARADA])
    expect(events.at(-1)).toBe('close')
  }
})

test('one that takes nothing is given up', async () => {
  vi.useFakeTimers()
  puertoSerie([], { cuelga: true })
  const refused = expect(enviar(SERIE, BYTES)).rejects.toThrow('la impresora no recibe')
  await vi.runAllTimersAsync()
  await refused
})

test('another device than the chosen one gets nothing', async () => {
  const { seen, events } = puertoSerie([...BIEN])
  const other = { ...SERIE, aparato: { ...APARATO, producto: 1 } }
  await expect(enviar(other, BYTES)).rejects.toThrow('la impresora no está conectada')
  expect([...seen, ...events]).toEqual([])
  vi.stubGlobal('navigator', {})
  await expect(enviar(SERIE, BYTES)).rejects.toThrow(FalloImpresora)
})

test('USB: the printer’s interface is claimed and written to', async () => {
  const did: unknown[] = []
  const answers = [...BIEN]
  const device = {
    ...{ vendorId: APARATO.fabricante, productId: APARATO.producto },
    configuration: null as unknown,
    open: async () => void did.push('open'),
    close: async () => void did.push('close'),
    selectConfiguration: async () => {
      const ends = [
        { endpointNumber: 1, direction: 'out' },
        { endpointNumber: 2, direction: 'in' },
      ]
      device.configuration = {
        interfaces: [
          { interfaceNumber: 0, alternate: { interfaceClass: 3, endpoints: [] } },
          { interfaceNumber: 1, alternate: { interfaceClass: 7, endpoints: ends } },
        ],
      }
    },
    claimInterface: async (number: number) => void did.push(`claim ${number}`),
    transferOut: async (end: number, bytes: Uint8Array) => {
      did.push([end, ...bytes])
      return { status: 'ok' }
    },
    transferIn: async () => ({
      data: new DataView(Uint8Array.of(answers.shift() ?? 0).buffer),
    }),
  }
  const requestDevice = vi.fn(async () => device)
  vi.stubGlobal('navigator', { usb: { getDevices: async () => [device], requestDevice } })
  expect(await elegirAparato('usb')).toEqual(APARATO)
  expect(requestDevice).toHaveBeenCalledWith({ filters: [{ classCode: 7 }] })
  expect(await enviar(USB, BYTES)).toEqual({ contesta: true })
  expect(did).toEqual([
    ...['open', 'claim 1', [1, ...PREGUNTA_PAPEL], [1, ...PREGUNTA_PARADA], [1, 1, 2, 3], 'close'],
  ])
})

test('whoever chooses no device changes nothing', async () => {
  const requestPort = () => Promise.reject(new DOMException('none', 'NotFoundError'))
  vi.stubGlobal('navigator', { serial: { requestPort } })
  expect(await elegirAparato('serie')).toBeUndefined()
})
