import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../web/api/query.ts'
import { useSave } from '../../web/api/save.ts'
import { useAlternar } from '../../web/crud/alternar.ts'
import { Datos } from '../../web/crud/pagina/detalle.tsx'
import { Historial } from '../../web/crud/pagina/historial.tsx'
import { Fecha } from '../../web/crud/valores.tsx'
import { Enlace } from '../../web/marco/navegacion.tsx'
import { documentoDe, Senales } from './columnas.tsx'
import { type Beneficiario, contrato, PARENTESCOS } from './contract.ts'
import classes from './ficha.module.css'
import { Copiable } from './ui/copiable.tsx'

const ACCIONES: Record<string, string> = {
  crear: 'Lo agregó a la agenda',
  editar: 'Editó sus datos',
  estatus: 'Cambió el estatus',
  verificacion: 'Cambió la verificación',
}

/** One beneficiary: the data to copy when paying him, the warnings, and his history. */
export function Lectura({
  beneficiario: b,
  editar,
}: {
  beneficiario: Beneficiario
  /** Missing for users who may only view. */
  editar?: () => void
}) {
  const { data } = useAnswer(contrato.obtener, { params: { id: b.id } })
  const [otra, setOtra] = useState(false)
  return (
    <div className={classes.lectura}>
      <p>
        <Senales fila={b} />
      </p>
      {b.reparos.length > 0 && (
        <div role="alert" className={classes.reparos}>
          <p>Hoy no se le puede pagar por {b.metodo.nombre}. Corrija esto antes:</p>
          <ul className="puntos">
            {b.reparos.map(({ campo, msg }) => (
              <li key={`${campo} ${msg}`}>{msg}</li>
            ))}
          </ul>
        </div>
      )}
      {b.repetido_en.length > 0 && (
        <p className={classes.repetida}>
          La misma cuenta está en la agenda de{' '}
          {b.repetido_en.map(({ id, nombre }, n) => (
            <span key={id}>
              {n > 0 && ', '}
              <Enlace a="detalle-cliente" params={{ id }} search={{ ver: 'beneficiarios' }}>
                {nombre}
              </Enlace>
            </span>
          ))}
          .
        </p>
      )}
      <Copiable titulo={b.metodo.nombre} datos={b.datos} />
      <Datos
        pares={[
          ['Documento', documentoDe(b)],
          ['País', b.pais_nombre],
          ['Moneda', b.moneda.iso],
          ['Parentesco', PARENTESCOS[b.parentesco as keyof typeof PARENTESCOS] ?? '—'],
          ...(b.verificado
            ? [
                [
                  'Verificado',
                  <span key="v">
                    {b.verificado.por}, <Fecha valor={b.verificado.en} hora />
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      {editar && <Acciones beneficiario={b} editar={editar} />}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={otra}
        onClick={() => setOtra(!otra)}
      >
        {otra ? 'Ocultar el historial' : 'Ver el historial'}
      </Button>
      {otra && data && <Historial filas={data.historial} acciones={ACCIONES} />}
    </div>
  )
}

function Acciones({ beneficiario: b, editar }: { beneficiario: Beneficiario; editar: () => void }) {
  const stale = { stale: ['clientes'] } as const
  const verificar = useSave(contrato.verificar, stale)
  const estatus = useAlternar(contrato.estatus, stale.stale)
  const params = { id: b.id }
  return (
    <div className="seguidos">
      <Button onClick={editar}>Editar</Button>
      <Button
        variant="default"
        loading={verificar.saving}
        disabled={!b.verificado && b.reparos.length > 0}
        onClick={() =>
          void verificar.save({ params, body: { verificado: !b.verificado, version: b.version } })
        }
      >
        {b.verificado ? 'Quitar verificación' : 'Marcar verificado'}
      </Button>
      <Button
        variant="default"
        loading={estatus.saving}
        onClick={() =>
          void estatus.alternar(
            b.id,
            b.version,
            b.estatus ? 'Ya no se le ofrece en órdenes nuevas.' : 'Se le ofrece en órdenes nuevas.',
          )
        }
      >
        {b.estatus ? 'Desactivar' : 'Activar'}
      </Button>
    </div>
  )
}
