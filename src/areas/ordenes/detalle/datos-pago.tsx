import { ActionIcon, Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { enlacePapel, SEGUIMIENTO } from '../../../core/documento/papel.ts'
import { Ficha } from '../../../web/crud/valores.tsx'
import { ConLogo } from '../../../web/logo/logo.tsx'
import { copiar } from '../../../web/navegador.ts'
import type { DetalleOrden } from '../contract.ts'
import { CompartirImagen } from '../imagen/compartir.tsx'
import classes from './datos-pago.module.css'
import detalle from './detalle.module.css'

/** All payment data in the bank's order, and the amount in the form that banks accept. */
export function textoDePago({ beneficiario_datos }: DetalleOrden, monto: string): string {
  const lines = [...beneficiario_datos.lineas, { etiqueta: 'Monto', valor: monto }]
  return lines.map(({ etiqueta, valor }) => `${etiqueta}: ${valor}`).join('\n')
}

export function copiarPago(orden: DetalleOrden, monto: string): void {
  void copiar(textoDePago(orden, monto), 'Datos de pago copiados.')
}

/** The beneficiary and his payment data, to copy at once or line by line. */
export function DatosPago({
  orden,
  monto,
  children,
}: {
  orden: DetalleOrden
  monto: string
  /** Further actions. */
  children?: ReactNode
}) {
  const { beneficiario_datos: b } = orden
  const lines = [...b.lineas, { etiqueta: 'Monto', valor: monto }]
  const place = useRef<HTMLElement>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F2') return
    // When two are on the page, the one in the open dialog handles the key.
    const inside = place.current?.closest('[role=dialog]') != null
    if (inside !== (document.querySelector('[role=dialog]') !== null)) return
    event.preventDefault()
    copiarPago(orden, monto)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <section ref={place} className={detalle.bloque} aria-label="Datos de pago">
      <header>
        <h2>
          <ConLogo marca={orden.banco}>{b.metodo_nombre}</ConLogo>
        </h2>
        {orden.banco && orden.banco.servicio !== 'operativo' && (
          <Ficha tono={orden.banco.servicio === 'caido' ? 'negativo' : 'aviso'}>
            {`${orden.banco.nombre}: ${orden.banco.servicio === 'caido' ? 'caído' : 'intermitente'}`}
          </Ficha>
        )}
        <span className="seguidos">
          {children}
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconCopy size={14} aria-hidden="true" />}
            rightSection={<kbd>F2</kbd>}
            onClick={() => copiarPago(orden, monto)}
          >
            Copiar datos de pago
          </Button>
        </span>
      </header>
      <dl className={classes.pago}>
        {lines.map(({ etiqueta, valor }) => (
          <div key={etiqueta}>
            <dt>{etiqueta}</dt>
            <dd>
              <span>{valor}</span>
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={`Copiar ${etiqueta}`}
                title={`Copiar ${etiqueta}`}
                onClick={() => void copiar(valor, `${etiqueta}: copiado.`)}
              >
                <IconCopy size={14} aria-hidden="true" />
              </ActionIcon>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The message for the client in this state, ready to copy into a chat. */
export function MensajeCliente({ orden }: { orden: DetalleOrden }) {
  const phone = orden.cliente_celular.replaceAll(/\D/g, '')
  const { numero, codigo, empresa } = orden
  // Only where the house can be reached from outside.
  const mensaje = empresa.web
    ? `${orden.mensaje}\n\nSiga su envío: ${enlacePapel(empresa.web, numero, codigo, SEGUIMIENTO)}`
    : orden.mensaje
  return (
    <section className={detalle.bloque} aria-label="Mensaje para el cliente">
      <header>
        <h2>Mensaje para el cliente</h2>
      </header>
      <p className={classes.mensaje}>{mensaje}</p>
      <p className="seguidos">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden="true" />}
          onClick={() => void copiar(mensaje, 'Mensaje copiado.')}
        >
          Copiar para WhatsApp
        </Button>
        {phone && (
          <Button
            size="compact-sm"
            variant="subtle"
            component="a"
            href={`https://wa.me/${phone}?text=${encodeURIComponent(mensaje)}`}
            target="_blank"
            rel="noreferrer"
          >
            Abrir WhatsApp
          </Button>
        )}
        <CompartirImagen orden={orden} texto={mensaje} />
      </p>
    </section>
  )
}
