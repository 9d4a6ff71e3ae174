import { contratoDocumentos, type Papel } from '../../../src/areas/clientes/contract/documentos.ts'
import { dibujarComprobante } from '../documentos/comprobante.ts'
import type { Llamar } from '../llamada.ts'

const ROJO = [160, 32, 48] as const
const VERDE = [32, 96, 72] as const

/** Draws a paper, hands it in and keeps it; answers its id. */
export async function entregar(
  quien: Llamar,
  { id, nombre }: { id: number; nombre: string },
  tipo: Papel,
  mas: { vence?: string; reemplaza_id?: number; motivo?: string; lineas?: readonly string[] } = {},
): Promise<number> {
  const { lineas = ['Documento de muestra'], ...rest } = mas
  const titulo = tipo.startsWith('identidad') ? 'Demo' : 'Muestra'
  const color = tipo.startsWith('identidad') ? ROJO : VERDE
  const body = dibujarComprobante(titulo, tipo.slice(-9), [nombre, ...lineas], color)
  const file = await quien(contratoDocumentos.subirAdjunto, {
    query: { nombre: `${tipo}.png` },
    body,
  })
  const made = await quien(contratoDocumentos.guardar, {
    params: { id },
    body: { tipo, ...rest, adjunto_id: file.id },
  })
  return made.id
}

/** Some clients have all papers, some a part of them, most none. */
export async function entregarPapeles(
  quien: Llamar,
  conocidos: readonly { id: number; nombre: string }[],
): Promise<void> {
  const de = (apellido: string) => conocidos.find(({ nombre }) => nombre.includes(apellido))
  for (const [cliente, papeles] of [
    [de('Benavides'), ['identidad-anverso', 'identidad-reverso', 'domicilio', 'origen-fondos']],
    [de('Zegarra'), ['identidad-anverso', 'identidad-reverso', 'domicilio']],
    [de('García'), ['identidad-anverso']],
    [de('Importaciones'), ['identidad-anverso', 'identidad-reverso', 'poderes']],
  ] as const) {
    for (const tipo of cliente ? papeles : [])
      if (cliente)
        await entregar(quien, cliente, tipo, {
          ...(tipo === 'poderes' && { vence: '2030-12-31' }),
        })
  }
}
