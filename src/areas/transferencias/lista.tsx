import { referencia } from '../../core/fields.ts'
import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { type FiltroDe, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { useBusqueda, useIr } from '../../web/marco/navegacion.tsx'
import type { Empieza } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { useMonedas } from '../monedas/ui/uso.ts'
import { columnasDe } from './columnas.tsx'
import { ESTADOS, TIPOS } from './contract/registro.ts'
import { contrato } from './contract.ts'
import { PagosOrdenes } from './detalle/pagos-ordenes.tsx'
import { Totales, useSumas } from './totales.tsx'

const CUENTA = referencia('Cuenta', 'cuentas')

export const empieza: Empieza = { lista: 'transferencias', de: contrato.listar }

/** All transfers, newest first. */
export default function ListaTransferencias() {
  const byId = useMonedas()
  const [{ por_recibir, por_resolver, usuario_id, vista }] = useBusqueda()
  const crear = usePuede('transferencias:crear')
  const cuentas = usePuede('cuentas:ver')
  const ir = useIr()
  const sumas = useSumas(byId)
  if (vista === 'ordenes') return <PagosOrdenes monedas={byId} />
  const filtros: FiltroDe<typeof contrato.listar>[] = [
    { tipo: 'fechas' },
    filtroDe('tipo', 'Tipo', TIPOS),
    filtroDe('estado', 'Estado', ESTADOS),
    ...(cuentas ? [{ tipo: 'campo', clave: 'cuenta_id', campo: CUENTA } as const] : []),
    filtroDe(
      'moneda_id',
      'Moneda',
      [...byId.values()].map(({ id, iso }) => [String(id), iso] as const),
    ),
  ]
  return (
    <Pagina
      titulo="Transferencias"
      acciones={
        <>
          {crear && <BotonEnlace a="nueva-transferencia">Nueva transferencia</BotonEnlace>}
          <BotonEnlace a="transferencias" variant="default" search={{ vista: 'ordenes' }}>
            Pagos de órdenes
          </BotonEnlace>
        </>
      }
      nota={
        (por_recibir && 'Solo lo que espera que usted lo reciba.') ||
        (por_resolver &&
          'Solo lo recibido con una diferencia por la que nadie responde todavía.') ||
        (usuario_id && 'Solo las transferencias de un usuario.')
      }
    >
      <Totales monedas={byId} />
      <ListaPaginada
        lista="transferencias"
        titulo="Lista de transferencias"
        endpoint={contrato.listar}
        espera={byId.size === 0}
        porSucursal
        columnas={columnasDe(byId)}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-transferencia', { id })}
        ficha="detalle-transferencia"
        nombreFila={({ numero }) => numero}
        filtros={filtros}
        sumas={sumas}
        lote={{ importes: (fila) => [[fila.monto, byId.get(fila.moneda_id)]] }}
        buscar="Buscar por número, cuenta, tercero o referencia"
        vacio={<p>Todavía no hay transferencias. Registre la primera con «Nueva transferencia».</p>}
      />
    </Pagina>
  )
}
