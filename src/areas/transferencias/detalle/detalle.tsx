import { Button } from '@mantine/core'
import { useState } from 'react'
import { callWith } from '../../../web/api/api.ts'
import { invalidate } from '../../../web/api/query.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { type Apunte, AsientoTabla } from '../../../web/crud/pagina/asiento-tabla.tsx'
import { Detalle, type Pestana } from '../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { useTeclas } from '../../../web/marco/teclas.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { TIPOS } from '../contract/registro.ts'
import { contrato, type Detalle as Transferencia } from '../contract.ts'
import { EstadoFicha } from '../estado-ficha.tsx'
import { Anular, Rechazar } from './acciones.tsx'
import { DatosTransferencia } from './datos.tsx'
import { Papeleta } from './papeleta.tsx'
import { Recibir } from './recibir.tsx'
import { Resolver } from './resolver.tsx'

const ACCIONES: Record<string, string> = {
  registrar: 'Registró la transferencia',
  recibir: 'La recibió completa',
  'recibir-diferencia': 'La recibió con diferencia',
  'resolver-diferencia': 'Dijo quién responde por la diferencia',
  rechazar: 'La rechazó',
  adjuntar: 'Adjuntó un comprobante',
  anular: 'La anuló',
}

export const empieza: Empieza = { fila: contrato.obtener }

/** One transfer: amounts, entries, history; receive, reject, annul, print. */
export default function DetalleTransferencia() {
  return <UnaFila endpoint={contrato.obtener}>{(t) => <Hoja transferencia={t} />}</UnaFila>
}

function Hoja({ transferencia: t }: { transferencia: Transferencia }) {
  const anula = usePuede('transferencias:anular') && !['anulada', 'rechazada'].includes(t.estado)
  const crear = usePuede('transferencias:crear')
  const [receiving, setReceiving] = useState(false)
  const [resolving, setResolving] = useState(false)
  useTeclas(t.recibe ? [['F9', () => setReceiving(true)]] : [])
  async function print() {
    window.print()
    await callWith(contrato.imprimir, { params: { id: t.id } })
    await invalidate(['transferencias'])
  }
  const pestanas: Pestana[] = [
    { clave: 'datos', titulo: 'Datos', contenido: () => <DatosTransferencia t={t} /> },
  ]
  const { apuntes } = t
  if (apuntes) {
    pestanas.push({
      clave: 'asiento',
      titulo: 'Asiento',
      contenido: () => <Asiento apuntes={apuntes} t={t} />,
    })
  }
  pestanas.push({
    clave: 'historial',
    titulo: 'Historial',
    contenido: () => <Historial filas={t.historial} acciones={ACCIONES} />,
  })
  return (
    <>
      <div className="no-imprime">
        <Detalle
          titulo={`${TIPOS[t.tipo]} ${t.numero}`}
          migas={[{ texto: 'Transferencias', ruta: 'transferencias' }, { texto: t.numero }]}
          estado={<EstadoFicha estado={t.estado} />}
          acciones={
            <>
              {t.recibe && (
                <Button onClick={() => setReceiving(true)} rightSection={<kbd>F9</kbd>}>
                  Recibir
                </Button>
              )}
              {t.recibe && <Rechazar t={t} />}
              {t.resuelve && (
                <Button onClick={() => setResolving(true)}>Resolver la diferencia</Button>
              )}
              {crear && (
                <BotonEnlace
                  a="nueva-transferencia"
                  variant={t.recibe || t.resuelve ? 'default' : 'filled'}
                  search={{ tipo: t.tipo }}
                >
                  Nueva transferencia
                </BotonEnlace>
              )}
              <Button variant="default" onClick={() => void print()}>
                {t.impresiones > 0 ? 'Reimprimir' : 'Imprimir'}
              </Button>
              {anula && <Anular t={t} />}
            </>
          }
          pestanas={pestanas}
        />
      </div>
      {resolving && <Resolver t={t} cerrar={() => setResolving(false)} />}
      {receiving && <Recibir t={t} cerrar={() => setReceiving(false)} />}
      <Papeleta t={t} />
    </>
  )
}

function Asiento({ apuntes, t }: { apuntes: readonly Apunte[]; t: Transferencia }) {
  const byId = useMonedas()
  const own = t.moneda_destino ? [t.moneda, t.moneda_destino] : [t.moneda]
  return <AsientoTabla apuntes={apuntes} monedas={[...byId.values(), ...own]} />
}
