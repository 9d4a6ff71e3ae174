import { useMemo } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { Datos, Detalle } from '../../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../../web/crud/pagina/historial.tsx'
import { UnaFila } from '../../../web/crud/pagina/una-fila.tsx'
import { useIr, useVolver } from '../../../web/marco/navegacion.tsx'
import type { Empieza } from '../../../web/marco/screens.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import classes from '../comisiones.module.css'
import { camposRegla, type ReglaDetalle } from '../contract/reglas.ts'
import { contrato } from '../contract.ts'
import { EstadoRegla } from '../fichas.tsx'
import { alcance, calculo, deQuien, rolDe, vigencia } from '../palabras.ts'
import { ReglaForm } from './regla-form.tsx'
import { Terminar } from './terminar.tsx'

const ACCIONES: Record<string, string> = {
  crear: 'Creó la regla',
  editar: 'Cambió la regla',
  'nueva-version': 'Creó esta versión',
  terminar: 'La terminó',
}

export const empieza: Empieza = { fila: contrato.regla }

/** One rule: its terms, and how to change or end it. */
export default function DetalleRegla() {
  return (
    <UnaFila endpoint={contrato.regla}>{(regla) => <Una key={regla.id} regla={regla} />}</UnaFila>
  )
}

function Una({ regla }: { regla: ReglaDetalle }) {
  const viva = regla.estado === 'vigente' || regla.estado === 'futura'
  return (
    <Detalle
      titulo={`Comisión de ${regla.nombre ?? deQuien(regla).toLowerCase()}`}
      migas={[
        { texto: 'Comisiones', ruta: 'reporte-comisiones' },
        { texto: 'Reglas', ruta: 'reglas-comision' },
        { texto: `Versión ${regla.edicion}` },
      ]}
      estado={<EstadoRegla estado={regla.estado} />}
      acciones={viva && <Terminar regla={regla} />}
      pestanas={[
        {
          clave: 'datos',
          titulo: 'Datos',
          contenido: () => (
            <div className={classes.pila}>
              {(regla.aplicada || !viva) && <Lectura regla={regla} />}
              {viva && <Edicion regla={regla} />}
            </div>
          ),
        },
        {
          clave: 'historial',
          titulo: 'Historial',
          contenido: () => <Historial filas={regla.historial} acciones={ACCIONES} />,
        },
      ]}
    />
  )
}

function Lectura({ regla }: { regla: ReglaDetalle }) {
  const monedas = useMonedas()
  return (
    <>
      <Datos
        pares={[
          ['Beneficiario', deQuien(regla)],
          ['Rol', rolDe(regla)],
          ['Aplica a', alcance(monedas, regla)],
          ['Gana', calculo(regla)],
          ['Vigencia', vigencia(regla)],
        ]}
      />
      {regla.aplicada && regla.estado === 'vigente' && (
        <p className="tenue">
          Ya se aplicó. Lo que cambie aquí rige desde otro día, como versión nueva; su fin se puede
          mover.
        </p>
      )}
    </>
  )
}

function Edicion({ regla }: { regla: ReglaDetalle }) {
  const { save, saving, error } = useSave(contrato.editarRegla)
  const ir = useIr()
  const volver = useVolver('reglas-comision')
  const { aplicada, puede_desde } = regla
  const inicial = useMemo(() => {
    const row: Record<string, unknown> = regla
    const own = Object.keys(camposRegla).map((nombre) => [nombre, row[nombre] ?? null])
    return {
      ...Object.fromEntries(own),
      rol: regla.rol,
      desde: aplicada ? puede_desde : regla.desde,
      version: regla.version,
    }
  }, [regla, aplicada, puede_desde])
  return (
    <ReglaForm
      schema={contrato.editarRegla.body}
      inicial={inicial}
      aplicada={aplicada}
      guardar={(body) => save({ params: { id: regla.id }, body })}
      alGuardar={({ id }: { id: number }) => {
        if (id !== regla.id) ir('detalle-regla-comision', { id })
      }}
      guardando={saving}
      error={error}
      actual={regla}
      cancelar={volver}
    />
  )
}
