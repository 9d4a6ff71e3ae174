import { enPlural, monedaFuncional } from '../../../core/dinero/moneda.ts'
import { campos } from '../../ajustes/contract.ts'
import { Limites } from '../../ajustes/ui/limites.tsx'
import { AjustesDe } from './ajustes-de.tsx'

const { razon_social, ruc, registro_sbs, direccion, web, pais_casa, zona_horaria, negocio } = campos
const CAMPOS = { razon_social, ruc, registro_sbs, direccion, web, pais_casa, zona_horaria, negocio }

/** Who the house is: the settings that its papers print. */
export function Casa() {
  const { simbolo } = monedaFuncional()
  return (
    <>
      <p className="tenue">
        Sus libros van en {enPlural()} ({simbolo}), la moneda de su país.
      </p>
      <AjustesDe campos={CAMPOS} despues={(ajustes) => <Limites ajustes={ajustes} />} />
    </>
  )
}
