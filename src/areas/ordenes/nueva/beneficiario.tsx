import { IconPlus } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { quieto } from '../../../web/crud/quieto.tsx'
import { Ficha } from '../../../web/crud/valores.tsx'
import { ConLogo } from '../../../web/logo/logo.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { Boton } from '../../../web/operacion/partes.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { Beneficiario } from '../../beneficiarios/contract.ts'
import fila from './agenda.module.css'
import { elegibles } from './calculo/borrador.ts'
import type { BloqueProps } from './calculo/tipos.ts'
import { DialogoBeneficiario } from './dialogo-beneficiario.tsx'
import classes from './nueva.module.css'

/** Block 3: the beneficiary, from the client's agenda, limited to the corridor's currency. */
export function BeneficiarioBloque({
  borrador,
  calculo,
  change,
  agenda,
}: BloqueProps & { agenda: readonly Beneficiario[] | undefined }) {
  const [creating, setCreating] = useState(false)
  const edita = usePuede('beneficiarios:editar')
  const moneda = calculo.corredor?.cotizacion
  const some = elegibles(agenda ?? [], moneda?.id)
  const { cliente } = borrador
  const only = some.length === 1 ? some[0] : undefined
  // A single beneficiary is selected automatically; the summary names him.
  const propose = useEffectEvent(() => {
    const chosen = some.some(({ id }) => id === borrador.beneficiario_id)
    if (!chosen) change({ beneficiario_id: only?.reparos.length === 0 ? only.id : null })
  })
  const key = some.map(({ id }) => id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the list changes.
  useEffect(() => {
    if (agenda) propose()
  }, [key, agenda])
  return (
    <fieldset className={classes.bloque}>
      <legend>
        <span>3</span> Beneficiario <kbd>F4</kbd>
      </legend>
      <div id="campo-beneficiario" className={classes.agenda} tabIndex={-1}>
        {!cliente && <p className="nota">Elija primero el cliente: aquí sale su agenda.</p>}
        {cliente && agenda && some.length === 0 && moneda && (
          <p className="nota">{`Su agenda no tiene a nadie que reciba en ${moneda.iso}.`}</p>
        )}
        {some.map((each) => (
          <Opcion
            key={each.id}
            beneficiario={each}
            elegido={each.id === borrador.beneficiario_id}
            elegir={() => change({ beneficiario_id: each.id })}
          />
        ))}
        {cliente && edita && (
          <Boton
            className="al-borde"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => setCreating(true)}
          >
            Nuevo beneficiario
          </Boton>
        )}
      </div>
      {cliente && moneda && (
        <DialogoBeneficiario
          abierto={creating}
          cliente={cliente}
          moneda={moneda}
          cerrar={() => setCreating(false)}
          creado={(id) => {
            change({ beneficiario_id: id })
            setCreating(false)
          }}
        />
      )}
    </fieldset>
  )
}

const Opcion = quieto(function Opcion({
  beneficiario: b,
  elegido,
  elegir,
}: {
  beneficiario: Beneficiario
  elegido: boolean
  elegir: () => void
}) {
  const data = b.datos.filter(({ valor }) => valor !== b.nombre && !valor.endsWith(b.num_doc))
  const wrong = b.reparos.length > 0
  return (
    <div className={fila.beneficiario}>
      <label>
        <input
          type="radio"
          name="beneficiario"
          checked={elegido}
          disabled={wrong}
          onChange={elegir}
        />
        <span className={fila.persona}>
          <strong>{b.alias ? `${b.alias} · ${b.nombre}` : b.nombre}</strong>
          <ConLogo marca={b.entidad}>
            {[b.metodo.nombre, ...data.map(({ valor }) => valor)].join(' · ')}
          </ConLogo>
        </span>
      </label>
      <span className="fila hueco-6">
        {b.verificado && <Ficha tono="positivo">Verificado</Ficha>}
        {b.repetido_en.length > 0 && <Ficha tono="aviso">Cuenta repetida</Ficha>}
        {b.entidad && b.entidad.servicio !== 'operativo' && (
          <Ficha tono="aviso">
            {b.entidad.servicio === 'caido' ? 'Banco caído' : 'Banco intermitente'}
          </Ficha>
        )}
        {wrong && (
          <>
            <Ficha tono="negativo">Por corregir</Ficha>
            <Enlace
              a="detalle-cliente"
              params={{ id: b.cliente.id }}
              search={{ ver: 'beneficiarios' }}
            >
              Corregir
            </Enlace>
          </>
        )}
      </span>
    </div>
  )
})
