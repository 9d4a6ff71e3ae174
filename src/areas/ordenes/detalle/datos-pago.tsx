import { ActionIcon, Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Ficha } from '../../../web/crud/valores.tsx'
import { copiar } from '../../../web/navegador.ts'
import type { DetalleOrden } from '../contract.ts'
import classes from './datos-pago.module.css'
import detalle from './detalle.module.css'

/** Everything that the bank asks for, in its order, and the amount as a bank takes it. */
export function textoDePago({ beneficiario_datos }: DetalleOrden, monto: string): string {
  const lines = [...beneficiario_datos.lineas, { etiqueta: 'Monto', valor: monto }]
  return lines.map(({ etiqueta, valor }) => `${etiqueta}: ${valor}`).join('\n')
}

export function copiarPago(orden: DetalleOrden, monto: string): void {
  void copiar(textoDePago(orden, monto), 'Datos de pago copiados.')
}

/** Who is paid and where, as it is typed into a bank: all of it at one key, or line by line. */
export function DatosPago({
  orden,
  monto,
  children,
}: {
  orden: DetalleOrden
  monto: string
  /** What else can be done with them. */
  children?: ReactNode
}) {
  const { beneficiario_datos: b } = orden
  const lines = [...b.lineas, { etiqueta: 'Monto', valor: monto }]
  const place = useRef<HTMLElement>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F2') return
    // Of two that are drawn, the one in the open dialog.
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
        <h2>{b.metodo_nombre}</h2>
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

/** What the client is told at this state, ready for his chat. */
export function MensajeCliente({ orden }: { orden: DetalleOrden }) {
  const phone = orden.cliente_celular.replaceAll(/\D/g, '')
  return (
    <section className={detalle.bloque} aria-label="Mensaje para el cliente">
      <header>
        <h2>Mensaje para el cliente</h2>
      </header>
      <p className={classes.mensaje}>{orden.mensaje}</p>
      <p className="seguidos">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden="true" />}
          onClick={() => void copiar(orden.mensaje, 'Mensaje copiado.')}
        >
          Copiar para WhatsApp
        </Button>
        {phone && (
          <Button
            size="compact-sm"
            variant="subtle"
            component="a"
            href={`https://wa.me/${phone}?text=${encodeURIComponent(orden.mensaje)}`}
            target="_blank"
            rel="noreferrer"
          >
            Abrir WhatsApp
          </Button>
        )}
      </p>
    </section>
  )
}
