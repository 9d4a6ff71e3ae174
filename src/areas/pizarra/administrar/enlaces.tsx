import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Confirmar } from '../../../web/crud/dialogo.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Fecha, Ficha, Hace } from '../../../web/crud/valores.tsx'
import { contrato, type EnlacePizarra } from '../contract.ts'
import classes from './administrar.module.css'
import { NuevoEnlace } from './enlace-nuevo.tsx'

/** The links by which televisions see the board without a session. */
export function Enlaces() {
  const { data, error, refetch } = useAnswer(contrato.enlaces)
  const [nuevo, setNuevo] = useState(false)
  const [elegido, setElegido] = useState<EnlacePizarra>()
  const { save, saving } = useSave(contrato.revocar)
  async function revocar() {
    if (elegido) await save({ params: { id: elegido.id } })
    setElegido(undefined)
  }
  return (
    <section className={classes.enlaces} aria-label="Enlaces de solo lectura">
      <header>
        <div>
          <h2>Enlaces de solo lectura</h2>
          <p>Para el televisor de la tienda: muestra la pizarra sin usuario ni contraseña.</p>
        </div>
        <Button onClick={() => setNuevo(true)}>Nuevo enlace</Button>
      </header>
      {error && !data ? (
        <Fallo error={error} reintentar={() => void refetch()} />
      ) : (
        <Tabla<EnlacePizarra>
          titulo="Enlaces de la pizarra"
          filas={data}
          esperadas={3}
          id={({ id }) => id}
          vacio={<p>Todavía no hay enlaces. Cree uno y ábralo en el televisor.</p>}
          columnas={[
            { clave: 'nombre', titulo: 'Nombre', celda: ({ nombre }) => nombre, principal: true },
            { clave: 'estado', titulo: 'Estado', celda: (fila) => <Estado {...fila} /> },
            {
              clave: 'usado',
              titulo: 'Último uso',
              celda: ({ usado_en }) => <Hace momento={usado_en} />,
            },
            {
              clave: 'creado',
              titulo: 'Creado',
              celda: ({ creado_en, creado_por }) => (
                <>
                  <Fecha valor={creado_en} /> · {creado_por}
                </>
              ),
            },
            {
              clave: 'accion',
              titulo: 'Acción',
              celda: (fila) =>
                fila.revocado_en ? (
                  `Revocado por ${fila.revocado_por}`
                ) : (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Revocar ${fila.nombre}`}
                    onClick={() => setElegido(fila)}
                  >
                    Revocar
                  </Button>
                ),
            },
          ]}
        />
      )}
      <NuevoEnlace abierto={nuevo} cerrar={() => setNuevo(false)} />
      <Confirmar
        abierto={elegido !== undefined}
        titulo={`¿Revocar «${elegido?.nombre}»?`}
        accion="Revocar"
        peligro
        ocupado={saving}
        alConfirmar={() => void revocar()}
        alCancelar={() => setElegido(undefined)}
      >
        Las pantallas que lo usan se apagan en el acto. No se puede deshacer: para volver a mostrar
        la pizarra ahí hará falta un enlace nuevo.
      </Confirmar>
    </section>
  )
}

function Estado({ revocado_en, usado_en }: EnlacePizarra) {
  if (revocado_en) return <Ficha>Revocado</Ficha>
  return <Ficha tono="positivo">{usado_en ? 'Activo' : 'Sin estrenar'}</Ficha>
}
