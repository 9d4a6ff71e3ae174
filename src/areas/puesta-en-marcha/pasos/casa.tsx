import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { AnswerOf } from '../../../core/contract.ts'
import { enPlural, monedaFuncional } from '../../../core/dinero/moneda.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { campos, contrato } from '../../ajustes/contract.ts'
import { camposDePais } from '../../ajustes/rules/de-pais.ts'
import { Limites } from '../../ajustes/ui/limites.tsx'
import { SinPais } from '../../ajustes/ui/sin-pais.tsx'
import { ZonaDePais } from '../../ajustes/ui/zona-de-pais.tsx'
import { contrato as catalogo } from '../../paises/contract.ts'
import { nuevosDe } from '../rules/juegos.ts'
import { AjustesDe } from './ajustes-de.tsx'

const { razon_social, ruc, registro_sbs, direccion, web, pais_casa, zona_horaria, negocio } = campos
const CAMPOS = { razon_social, ruc, registro_sbs, direccion, web, pais_casa, zona_horaria, negocio }

/** Who the house is: the settings that its papers print. */
export function Casa() {
  const { simbolo } = monedaFuncional()
  const [pais, alElegir] = useState(monedaFuncional().pais)
  const suyos = useMemo(() => camposDePais(CAMPOS, pais), [pais])
  const { data: paises } = useAnswer(contrato.paises, undefined, { fresca: true })
  return (
    <>
      <p className="tenue">
        {pais === monedaFuncional().pais
          ? `Sus libros van en ${enPlural()} (${simbolo}), la moneda de su país.`
          : 'Al guardar, sus libros irán en la moneda del país que eligió.'}
      </p>
      <AjustesDe
        campos={suyos}
        conForm={(form) => <ZonaDePais form={form} alElegir={alElegir} />}
        despues={(ajustes) => <Limites ajustes={ajustes} />}
      />
      {paises && <OtroPais paises={paises} />}
    </>
  )
}

/** For whoever does not find his country: why it is not offered, or how it is added. */
function OtroPais({ paises }: { paises: AnswerOf<typeof contrato.paises> }) {
  const { save, saving } = useSave(catalogo.crear, { stale: ['ajustes'] })
  const crea = usePuede('paises:editar')
  const elige = paises.filter(({ estatus }) => estatus).length > 1
  return (
    <>
      <SinPais paises={paises} />
      {crea && elige && (
        <p className="fila">
          ¿No está su país?
          {nuevosDe(paises.map(({ id }) => id)).map((body) => (
            <Button
              key={body.id}
              variant="default"
              size="xs"
              loading={saving}
              onClick={() => void save({ body })}
            >
              {`Agregar ${body.nombre}`}
            </Button>
          ))}
          <Enlace a="nuevo-pais">Agregar otro</Enlace>
        </p>
      )}
    </>
  )
}
