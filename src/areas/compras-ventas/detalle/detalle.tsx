import { Button } from '@mantine/core'
import { formatMonto } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { type Apunte, AsientoTabla } from '../../../web/crud/pagina/asiento-tabla.tsx'
import { Detalle, type Pestana } from '../../../web/crud/pagina/detalle.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { Estrenada } from '../../../web/estrenada.tsx'
import { FalloTicket } from '../../../web/impresora/ticketera.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { useTeclas } from '../../../web/marco/teclas.ts'
import { adelantar } from '../../../web/paleta/adelanto.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { TIPOS, type Tipo } from '../contract/opciones.ts'
import { campos, contrato, type Detalle as Operacion } from '../contract.ts'
import { EstadoFicha } from '../estado-ficha.tsx'
import { PapelListo, useImprimir } from '../papel/papel.tsx'
import { DatosOperacion } from './datos-operacion.tsx'
import { Historial } from './historial.tsx'

export const empieza: Empieza = { fila: contrato.obtener }

/** One operation: its terms, payments, entry and history; it can be printed and annulled here. */
export default function DetalleCompraVenta() {
  return <UnaFila endpoint={contrato.obtener}>{(o) => <Hoja operacion={o} />}</UnaFila>
}

function Hoja({ operacion }: { operacion: Operacion }) {
  const { papel, jurada, imprimir, descargar, fallo } = useImprimir(operacion)
  const anular = usePuede('compras-ventas:anular')
  const crear = usePuede('compras-ventas:crear')
  const ir = useIr()
  const nueva = (tipo: Tipo) => () => {
    if (!crear) return
    adelantar()
    ir('nueva-compra-venta', {}, { tipo })
  }
  useTeclas([
    ['F2', nueva('compra'), 'otra compra'],
    ['F4', nueva('venta'), 'otra venta'],
    ['F6', nueva('canje'), 'otro canje'],
    ['F9', () => imprimir('ticket')],
  ])
  const pestanas: Pestana[] = [
    { clave: 'datos', titulo: 'Datos', contenido: () => <DatosOperacion operacion={operacion} /> },
  ]
  if (operacion.apuntes) {
    const { apuntes } = operacion
    pestanas.push({
      clave: 'asiento',
      titulo: 'Asiento',
      contenido: () => <Asiento apuntes={apuntes} operacion={operacion} />,
    })
  }
  pestanas.push({
    clave: 'historial',
    titulo: 'Historial',
    contenido: () => <Historial filas={operacion.historial} />,
  })
  return (
    <>
      <div className="pila no-imprime">
        <FalloTicket
          fallo={fallo}
          documento={`La operación ${operacion.numero}`}
          repetir={() => imprimir('ticket')}
          porDialogo={() => imprimir('ticket', true)}
        />
        <Estrenada />
        <Detalle
          titulo={`${TIPOS[operacion.tipo]} ${operacion.numero}`}
          migas={[{ texto: 'Compra - Venta', ruta: 'compras-ventas' }, { texto: operacion.numero }]}
          estado={<EstadoFicha estado={operacion.estado} />}
          acciones={
            <>
              {crear && (
                <BotonEnlace a="nueva-compra-venta" search={{ tipo: operacion.tipo }}>
                  Nueva operación
                </BotonEnlace>
              )}
              <Button
                variant="default"
                rightSection={<kbd>F9</kbd>}
                onClick={() => imprimir('ticket')}
              >
                {operacion.impresiones > 0 ? 'Reimprimir ticket' : 'Imprimir ticket'}
              </Button>
              <Button variant="default" onClick={() => imprimir('hoja')}>
                Hoja A5
              </Button>
              <Button variant="default" onClick={descargar}>
                Descargar PDF
              </Button>
              {operacion.declaracion && (
                <Button
                  variant={operacion.impresiones_declaracion > 0 ? 'default' : 'light'}
                  disabled={!jurada}
                  onClick={() => imprimir('declaracion')}
                >
                  {operacion.impresiones_declaracion > 0
                    ? 'Reimprimir declaración'
                    : 'Imprimir declaración'}
                </Button>
              )}
              {anular && operacion.estado !== 'anulada' && <Anular operacion={operacion} />}
            </>
          }
          pestanas={pestanas}
        />
      </div>
      <PapelListo operacion={operacion} papel={papel} jurada={jurada} />
    </>
  )
}

function Asiento({ apuntes, operacion }: { apuntes: Apunte[]; operacion: Operacion }) {
  const byId = useMonedas()
  const { divisa, contramoneda } = operacion
  return <AsientoTabla apuntes={apuntes} monedas={[...byId.values(), divisa, contramoneda]} />
}

function Anular({ operacion }: { operacion: Operacion }) {
  const { save, saving } = useSave(contrato.anular, {
    stale: ['cuentas', 'posiciones', 'dashboard'],
  })
  const { id, numero, monto, divisa, contravalor, contramoneda } = operacion
  return (
    <BotonConfirmar
      apariencia="peligro"
      titulo={`Anular ${numero}`}
      accion="Anular"
      motivo={campos.motivo_anulacion}
      peligro
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { id }, body: { motivo } })}
    >
      {`Se devuelve exactamente lo que se movió: ${formatMonto(monto, divisa)} y ${formatMonto(contravalor, contramoneda)}. No se puede deshacer.`}
    </BotonConfirmar>
  )
}
