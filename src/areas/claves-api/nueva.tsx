import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DE_CLAVE } from '../../core/acceso/de-clave.ts'
import { useAnswer } from '../../web/api/query.ts'
import { useSave } from '../../web/api/save.ts'
import { DecimalInput } from '../../web/crud/formulario/decimal-input.tsx'
import { Secreto } from '../../web/crud/secreto/secreto.tsx'
import { useSesion } from '../../web/sesion/sesion.ts'
import { ConPassword, type Prueba } from '../usuarios/ui/con-password.tsx'
import { ElegirPermisos } from '../usuarios/ui/permisos.tsx'
import { campos, contrato, MAX_DIAS } from './contract.ts'

const PLAZOS = [30, 90, 180, MAX_DIAS].map((dias) => ({
  value: String(dias),
  label: dias === MAX_DIAS ? 'Un año' : `${dias} días`,
}))

const VACIA = {
  nombre: '',
  dias: '90',
  limite: null as string | null,
  sucursal: undefined as string | undefined,
  direcciones: '',
  permisos: [] as string[],
}

/** Makes a key, with the user's own password, and shows it the only time. */
export function ClaveNueva({ abierto, cerrar }: { abierto: boolean; cerrar: () => void }) {
  const { save, saving, error, clear } = useSave(contrato.crear)
  const { data: sucursales = [] } = useAnswer(contrato.sucursales, undefined, { activa: abierto })
  const mios = useSesion().usuario?.permisos ?? []
  const [escrita, setEscrita] = useState(VACIA)
  const [clave, setClave] = useState<string | null>(null)
  const poner = (cambio: Partial<typeof VACIA>) => setEscrita({ ...escrita, ...cambio })
  const of = (field: string) =>
    error?.body.errors?.find(({ campo = '' }) => campo.split('.')[0] === field)?.msg
  const dicho = ['nombre', 'sucursal_id', 'limite_usd', 'direcciones', 'permisos'].some(of)
  function leave() {
    clear()
    setEscrita(VACIA)
    cerrar()
  }
  async function confirm(prueba: Prueba) {
    const { nombre, dias, limite, sucursal, direcciones, permisos } = escrita
    const body = {
      nombre,
      dias: Number(dias),
      limite_usd: limite,
      sucursal_id: sucursal ? Number(sucursal) : null,
      direcciones: direcciones.split(/[\s,;]+/).filter(Boolean),
      permisos: permisos as (typeof DE_CLAVE)[number][],
      ...prueba,
    }
    const answer = await save({ body })
    if (!answer) return
    leave()
    setClave(answer.clave)
  }
  return (
    <>
      <ConPassword
        abierto={abierto}
        titulo="Nueva clave de API"
        accion="Crear clave"
        ancho="lg"
        ocupado={saving}
        error={dicho ? null : error}
        alConfirmar={(prueba) => void confirm(prueba)}
        alCancelar={leave}
      >
        <div className="pila hueco-16">
          <p>
            Con ella otro programa hace en nombre de la casa lo que usted elija, y nunca más de lo
            que usted puede. Si su cuenta se desactiva, la clave termina.
          </p>
          <TextInput
            label={campos.nombre.etiqueta}
            description={campos.nombre.ayuda}
            withAsterisk
            maxLength={campos.nombre.control.maximo}
            value={escrita.nombre}
            error={of('nombre')}
            onChange={(event) => poner({ nombre: event.currentTarget.value })}
          />
          <div className="casillas">
            <Select
              label="Vence en"
              data={PLAZOS}
              allowDeselect={false}
              value={escrita.dias}
              onChange={(dias) => poner({ dias: dias ?? VACIA.dias })}
            />
            {sucursales.length > 0 && (
              <Select
                label="Sucursal"
                placeholder="Elija una"
                withAsterisk
                data={sucursales.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
                value={escrita.sucursal ?? null}
                error={of('sucursal_id')}
                onChange={(sucursal) => poner({ sucursal: sucursal ?? undefined })}
              />
            )}
          </div>
          <DecimalInput
            label="Límite por operación (US$)"
            description={campos.limite_usd.ayuda}
            value={escrita.limite}
            decimales={2}
            error={of('limite_usd')}
            onChange={(limite) => poner({ limite })}
          />
          <Textarea
            label="Direcciones desde las que se usa"
            description="Una por línea: 200.1.2.3, o una red como 200.1.2.0/24. Vacío: desde cualquiera."
            autosize
            minRows={1}
            value={escrita.direcciones}
            error={of('direcciones')}
            onChange={(event) => poner({ direcciones: event.currentTarget.value })}
          />
          <ElegirPermisos
            permisos={DE_CLAVE.filter((permiso) => mios.includes(permiso))}
            elegidos={escrita.permisos}
            error={of('permisos')}
            cambiar={(permisos) => poner({ permisos })}
          />
        </div>
      </ConPassword>
      <Secreto
        titulo="Clave de API"
        secreto={clave}
        copiado="Copiada."
        guardado="Ya la guardé"
        cerrar={() => setClave(null)}
      >
        Guárdela donde el otro programa lee sus secretos: no se vuelve a mostrar. Quien la tenga
        puede hacer todo lo que usted eligió.
      </Secreto>
    </>
  )
}
