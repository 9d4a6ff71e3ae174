import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { decimal } from '../../../core/dinero/decimal.ts'
import { formatMonto, type Simbolo } from '../../../core/formato.ts'
import { Fecha } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { Cobro } from '../contract/partes.ts'

/** What is known of a payment of the client besides its amount: its fee, who wrote it and when, its count. */
export function NotaCobro({ cobro: c, moneda }: { cobro: Cobro; moneda: Simbolo }) {
  return (
    <p className="nota">
      {c.saldo_de && (
        <>
          Lo dejó{' '}
          <Enlace a="detalle-orden" params={{ id: c.saldo_de.id }}>
            {c.saldo_de.numero}
          </Enlace>
          {' · '}
        </>
      )}
      {!decimal(c.tarifa).eq(0) && <>Más {formatMonto(c.tarifa, moneda)} de tarifa · </>}
      {!decimal(c.a_favor).eq(0) && (
        <>Más {formatMonto(c.a_favor, moneda)} a favor del cliente · </>
      )}
      {c.referencia && <>Referencia {c.referencia} · </>}
      {c.usuario} · <Fecha valor={c.fecha} hora />
      {c.recibido && c.vuelto && (
        <>
          {' · '}Recibido {formatMonto(c.recibido, moneda)}, vuelto {formatMonto(c.vuelto, moneda)}
        </>
      )}
      {c.denominaciones && ` · Contado: ${conteoTexto(c.denominaciones)}`}
      {c.verificado_por && c.cuenta_id !== null && ` · Verificó ${c.verificado_por}`}
      {c.devuelto_de && ` · Devuelto de ${c.devuelto_de}`}
      {c.estado === 'devuelto' && c.cuenta_id === null && ' · Está otra vez a su favor'}
    </p>
  )
}
