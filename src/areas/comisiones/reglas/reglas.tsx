import { useAnswer } from '../../../web/api/query.ts'
import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { filtroDe } from '../../../web/crud/lista/filtros.tsx'
import { Lista } from '../../../web/crud/lista/lista.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { type Regla, ROLES } from '../contract/reglas.ts'
import { contrato } from '../contract.ts'
import { ESTADOS_REGLA } from '../fichas.tsx'
import { deQuien } from '../palabras.ts'
import { columnasReglas } from './columnas.tsx'

const FILTROS = [filtroDe('rol', 'Rol', ROLES), filtroDe('estado', 'Estado', ESTADOS_REGLA)]

/** List of rules: active, future and ended. */
export default function Reglas() {
  const monedas = useMonedas()
  const { data, error, refetch } = useAnswer(contrato.reglas, { query: {} })
  const ir = useIr()
  return (
    <Pagina
      titulo="Reglas de comisión"
      migas={[{ texto: 'Comisiones', ruta: 'reporte-comisiones' }]}
      nota="Entre varias gana la más específica: primero la que nombra al beneficiario; luego la de un corredor, la de una divisa; luego la de un tipo de operación."
      acciones={<BotonEnlace a="nueva-regla-comision">Nueva regla</BotonEnlace>}
    >
      <Lista<Regla>
        lista="reglas-comision"
        titulo="Reglas de comisión"
        columnas={columnasReglas(monedas)}
        filas={monedas.size > 0 ? data : undefined}
        id={({ id }) => id}
        abrir={({ id }) => ir('detalle-regla-comision', { id })}
        ficha="detalle-regla-comision"
        nombreFila={(r) => `la regla de ${deQuien(r)}`}
        filtros={FILTROS}
        pasa={(r, { rol, estado }) => (!rol || r.rol === rol) && (!estado || r.estado === estado)}
        textos={(r) => [deQuien(r)]}
        error={error}
        reintentar={() => void refetch()}
        vacio={
          <p>Todavía no hay reglas: nadie gana comisiones. Cree la primera con «Nueva regla».</p>
        }
      />
    </Pagina>
  )
}
