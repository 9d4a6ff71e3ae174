import type { Puesto, Via } from './puesto.ts'

/** What keeps a ticket from being printed, in words for whoever stands before the printer. */
export class FalloImpresora extends Error {}

/** An open way to a printer. */
export interface Puerto {
  escribir(bytes: Uint8Array): Promise<void>
  /** The next byte that it answers; undefined after `ms` without one. */
  leer(ms: number): Promise<number | undefined>
  cerrar(): Promise<void>
}

/* The parts of WebSerial and WebUSB that are used here; TypeScript has neither. */
interface PuertoSerie {
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
  getInfo(): { usbVendorId?: number; usbProductId?: number }
  readable: ReadableStream<Uint8Array> | null
  writable: WritableStream<Uint8Array> | null
}
interface Extremo {
  endpointNumber: number
  direction: 'in' | 'out'
}
interface AparatoUsb {
  vendorId: number
  productId: number
  configuration: {
    interfaces: {
      interfaceNumber: number
      alternate: { interfaceClass: number; endpoints: Extremo[] }
    }[]
  } | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(number: number): Promise<void>
  transferOut(endpoint: number, bytes: Uint8Array): Promise<{ status: string }>
  transferIn(endpoint: number, length: number): Promise<{ data?: DataView }>
}
interface Aparatos {
  serial?: { requestPort(): Promise<PuertoSerie>; getPorts(): Promise<PuertoSerie[]> }
  usb?: {
    requestDevice(options: { filters: { classCode: number }[] }): Promise<AparatoUsb>
    getDevices(): Promise<AparatoUsb[]>
  }
}

const IMPRESORA = 7
const aparatos = (): Aparatos => navigator as unknown as Aparatos

/** Whether this browser reaches devices of that kind; none does on a page that came over http from elsewhere. */
export const alcanza = (via: Via): boolean =>
  (via === 'serie' ? aparatos().serial : aparatos().usb) !== undefined

type Aparato = Puesto['aparato']

const serieDe = (port: PuertoSerie): Aparato => {
  const { usbVendorId, usbProductId } = port.getInfo()
  return usbVendorId === undefined || usbProductId === undefined
    ? null
    : { fabricante: usbVendorId, producto: usbProductId }
}
const usbDe = ({ vendorId, productId }: AparatoUsb): Aparato => ({
  fabricante: vendorId,
  producto: productId,
})

/** Has the browser ask which device it is; undefined when nobody chooses one. Only at a touch or a key. */
export async function elegirAparato(via: Via): Promise<Aparato | undefined> {
  const { serial, usb } = aparatos()
  try {
    if (via === 'serie') return serial && serieDe(await serial.requestPort())
    return usb && usbDe(await usb.requestDevice({ filters: [{ classCode: IMPRESORA }] }))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined
    throw error
  }
}

const AUSENTE =
  'la impresora no está conectada, o el navegador ya no tiene permiso: elíjala otra vez'
const OCUPADA = 'otro programa u otra pestaña tiene la impresora'

/** Opens the way to the chosen printer. @throws FalloImpresora */
export async function abrir({ via, aparato, velocidad }: Puesto): Promise<Puerto> {
  const { serial, usb } = aparatos()
  const mine = <T>(all: T[], de: (one: T) => Aparato) =>
    all.find((one) => JSON.stringify(de(one)) === JSON.stringify(aparato))
  try {
    if (via === 'serie') {
      const port = mine((await serial?.getPorts()) ?? [], serieDe)
      if (!port) throw new FalloImpresora(AUSENTE)
      await port.open({ baudRate: velocidad })
      return porSerie(port)
    }
    const device = mine((await usb?.getDevices()) ?? [], usbDe)
    if (!device) throw new FalloImpresora(AUSENTE)
    await device.open()
    return await porUsb(device)
  } catch (error) {
    throw error instanceof FalloImpresora ? error : new FalloImpresora(OCUPADA)
  }
}

function porSerie(port: PuertoSerie): Puerto {
  return {
    async escribir(bytes) {
      const writer = port.writable?.getWriter()
      await writer?.write(bytes)
      // Closing the stream waits until the last byte has left; closing the port at once would drop what is on its way.
      await writer?.close()
    },
    async leer(ms) {
      const reader = port.readable?.getReader()
      const late = setTimeout(() => void reader?.cancel(), ms)
      const got = await reader?.read()
      clearTimeout(late)
      reader?.releaseLock()
      return got?.value?.[0]
    },
    cerrar: () => port.close(),
  }
}

async function porUsb(device: AparatoUsb): Promise<Puerto> {
  if (!device.configuration) await device.selectConfiguration(1)
  const face = device.configuration?.interfaces.find(
    ({ alternate }) => alternate.interfaceClass === IMPRESORA,
  )
  const end = (direction: Extremo['direction']) =>
    face?.alternate.endpoints.find((one) => one.direction === direction)?.endpointNumber
  const [out, back] = [end('out'), end('in')]
  if (!face || out === undefined) throw new FalloImpresora('el aparato USB no es una impresora')
  await device.claimInterface(face.interfaceNumber)
  return {
    async escribir(bytes) {
      const { status } = await device.transferOut(out, bytes)
      if (status !== 'ok') throw new FalloImpresora('la impresora rechazó el ticket')
    },
    async leer(ms) {
      if (back === undefined) return undefined
      const { promise, resolve } = Promise.withResolvers<undefined>()
      const late = setTimeout(resolve, ms)
      const got = await Promise.race([device.transferIn(back, 64), promise])
      clearTimeout(late)
      return got?.data?.getUint8(0)
    },
    cerrar: () => device.close(),
  }
}
