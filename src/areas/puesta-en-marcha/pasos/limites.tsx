import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { campos } from '../../ajustes/contract.ts'
import { AjustesDe } from './ajustes-de.tsx'

const { umbral_identificacion_usd, umbral_declaracion_usd, ro_unica_usd, ro_multiple_usd } = campos
const { sin_cliente_dia_usd, orden_doble_control_usd, ajuste_aprobacion_funcional } = campos
const { gasto_aprobacion_funcional, aprobacion_limite_funcional } = campos
const { exigir_turno, bloqueo_minutos, tasa_rancia_horas } = campos

const DE_LA_NORMA = {
  ...{ umbral_identificacion_usd, umbral_declaracion_usd, ro_unica_usd, ro_multiple_usd },
}
const DE_DOS_PERSONAS = {
  ...{ sin_cliente_dia_usd, orden_doble_control_usd, ajuste_aprobacion_funcional },
  ...{ gasto_aprobacion_funcional, aprobacion_limite_funcional },
}
const DEL_DIA = { exigir_turno, bloqueo_minutos, tasa_rancia_horas }

const SECCIONES = [
  { titulo: 'Lo que pide la norma', campos: Object.keys(DE_LA_NORMA) },
  { titulo: 'Cuándo decide otra persona', campos: Object.keys(DE_DOS_PERSONAS) },
  { titulo: 'Caja y tasas', campos: Object.keys(DEL_DIA) },
]

/** The settings with which a house begins, those that most houses look at, to be changed before its first operation. */
export function Limites() {
  return (
    <>
      {monedaFuncional().pais !== 'pe' && (
        <p role="status">Los montos de la norma son los del Perú: escriba los que pide su país.</p>
      )}
      <AjustesDe
        campos={{ ...DE_LA_NORMA, ...DE_DOS_PERSONAS, ...DEL_DIA }}
        secciones={SECCIONES}
      />
      <p className="tenue">
        Los demás están en <Enlace a="ajustes">Ajustes</Enlace>.
      </p>
    </>
  )
}
