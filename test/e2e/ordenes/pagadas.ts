import type { Page } from 'playwright-core'
import { llamar } from '../llamar.ts'

type Nombrada = { id: number; nombre: string }
/** Orders that the client has paid, to accounts in Venezuela: registered by one person, verified by the other. */
export async function pagadas(
  cajera: Page,
  admin: Page,
  count: number,
): Promise<{ id: number; numero: string }[]> {
  const { corredores, cuentas, tipos_pago } = await llamar<{
    corredores: {
      base: { iso: string }
      cotizacion: { iso: string }
      historico_id: number
      segmento: string
    }[]
    cuentas: Nombrada[]
    tipos_pago: Nombrada[]
  }>(cajera, 'GET', '/ordenes/opciones')
  const named = (list: Nombrada[], name: string) =>
    list.find(({ nombre }) => nombre === name)?.id ?? 0

  const made: { id: number; numero: string }[] = []
  for (let cliente_id = 1; cliente_id <= 24 && made.length < count; cliente_id += 1) {
    const list = await llamar<{ id: number; pais: string; metodo: string; tipo_pago: string }[]>(
      cajera,
      'GET',
      `/clientes/${cliente_id}/beneficiarios`,
    )
    for (const found of list.filter((each) =>
      /TRANSFERENCIA_VE|Transferencia/.test(JSON.stringify(each)),
    )) {
      if (found.pais !== 've' || made.length === count) continue
      const { segmento } = await llamar<{ segmento: string }>(
        cajera,
        'GET',
        `/clientes/${cliente_id}`,
      )
      const { historico_id } =
        corredores.find(
          (c) => c.base.iso === 'PEN' && c.cotizacion.iso === 'VES' && c.segmento === segmento,
        ) ?? {}
      const envia = `${40 + made.length}.00`
      const order = await llamar<{ id: number; numero: string }>(cajera, 'POST', '/ordenes', {
        ...{ cliente_id, beneficiario_id: found.id, historico_id, envia, confirmo_duplicado: true },
        cobros: [
          {
            ...{
              tipo_pago_id: named(tipos_pago, 'Yape'),
              cuenta_id: named(cuentas, 'Yape Negocio'),
            },
            ...{ monto: envia, referencia: `LOTE-${made.length}` },
          },
        ],
      })
      const { cobros } = await llamar<{ cobros: { id: number }[] }>(
        admin,
        'GET',
        `/ordenes/${order.id}`,
      )
      await llamar(admin, 'PUT', `/ordenes/${order.id}/verificar`, {
        cobro_id: cobros[0]?.id,
        referencia: null,
      })
      made.push(order)
    }
  }
  return made
}
