import { Button } from '@mantine/core'
import type { AnswerOf } from '../../../core/contract.ts'
import { enPlural } from '../../../core/dinero/moneda.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import type { FiltroDe } from '../../../web/crud/lista/filtros.tsx'
import { Lista } from '../../../web/crud/lista/lista.tsx'
import { Reserva } from '../../../web/crud/totales/reserva.tsx'
import { escritaPara, useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { CLASES, type Clase, tituloDe } from '../contract/clases.ts'
import { type Excepcion, MAXIMO_EXCEPCIONES } from '../contract/excepciones.ts'
import { contrato } from '../contract.ts'
import { Cifras, cuenta } from '../partes/cifras.tsx'
import { BarraPeriodo } from '../partes/periodo.tsx'
import { anotarExportacion, PaginaReporte, useFechas } from '../partes/reporte.tsx'
import { COLUMNAS, pantallaDe } from './columnas.tsx'
import classes from './excepciones.module.css'
import { Sumas } from './sumas.tsx'

const PROGRAMA = 'El programa'
const CLASE: FiltroDe<typeof contrato.excepciones> = {
  tipo: 'opciones',
  clave: 'clase',
  titulo: 'Clase',
  opciones: Object.entries(CLASES).map(([valor, [etiqueta]]) => ({ valor, etiqueta })),
}
const SOLO: FiltroDe<typeof contrato.excepciones> = {
  tipo: 'opciones',
  clave: 'solo',
  titulo: 'Quién aprobó',
  opciones: [{ valor: 'si', etiqueta: 'Nadie más' }],
}

/** What departed from the rule although a rule let it pass: who, what document, who approved it. */
export default function Excepciones() {
  const [busqueda] = useBusqueda()
  const { orden: _, ...escrito } = busqueda
  const filtrado = escritaPara(contrato.excepciones, escrito)
  const { data, error, refetch } = useAnswer(
    contrato.excepciones,
    { query: filtrado },
    { conserva: true },
  )
  const persona: FiltroDe<typeof contrato.excepciones> = {
    tipo: 'opciones',
    clave: 'usuario_id',
    titulo: 'Persona',
    opciones: (data?.personas ?? []).map(({ usuario_id, nombre }) => ({
      valor: String(usuario_id ?? 0),
      etiqueta: nombre ?? PROGRAMA,
    })),
  }
  const filtros = [...useFechas(), persona, CLASE, SOLO]
  const ir = useIr()
  const total = data?.total
  const cut = total !== undefined && total.cuantas > MAXIMO_EXCEPCIONES
  return (
    <PaginaReporte
      titulo="Excepciones"
      datos={data}
      compara={false}
      nota={cut ? `Se muestran las ${MAXIMO_EXCEPCIONES} más recientes: acorte el período` : ''}
      filtros={filtros}
      acciones={data && data.nuevas > 0 && <Vistas nuevas={data.nuevas} />}
    >
      <BarraPeriodo actual={data?.periodo} />
      <Cifras
        cifras={[
          { titulo: 'Excepciones', valor: total && String(total.cuantas), formato: cuenta },
          {
            titulo: 'Sin otra persona',
            valor: total && String(total.solas),
            formato: cuenta,
            a: 'excepciones',
            search: { ...filtrado, solo: 'si' },
          },
          { titulo: `En ${enPlural()}`, valor: total?.valor },
        ]}
      />
      <Reserva clave="excepciones" hay={data !== undefined}>
        {data && <Grupos datos={data} filtrado={filtrado} />}
      </Reserva>
      <Lista<Excepcion>
        lista="excepciones"
        titulo="Excepciones"
        columnas={COLUMNAS}
        filas={data?.filas}
        id={({ id }) => id}
        abrir={(fila) => {
          const found = pantallaDe(fila)
          if (found) ir(found[0], { id: found[1] })
        }}
        nombreFila={({ frase }) => frase}
        filtros={filtros}
        error={error}
        reintentar={() => void refetch()}
        alExportar={() => anotarExportacion('excepciones', filtrado)}
        vacio={<p>Nada se apartó de la regla en estos días.</p>}
      />
    </PaginaReporte>
  )
}

type Datos = AnswerOf<typeof contrato.excepciones>

function Grupos({ datos, filtrado }: { datos: Datos; filtrado: Record<string, unknown> }) {
  const set = filtrado as Record<string, string | undefined>
  const toggle = (clave: string, valor: string) => ({
    ...set,
    [clave]: set[clave] === valor ? undefined : valor,
  })
  return (
    <div className={classes.grupos}>
      <Sumas
        titulo="Por persona"
        lineas={datos.personas.map(({ usuario_id, nombre, ...sums }) => {
          const clave = String(usuario_id ?? 0)
          const elegida = String(set.usuario_id) === clave
          const search = toggle('usuario_id', clave)
          return { ...sums, clave, texto: nombre ?? PROGRAMA, elegida, search }
        })}
      />
      <Sumas
        titulo="Por clase"
        lineas={datos.clases.map(({ clase, ...sums }) => ({
          ...sums,
          clave: clase,
          texto: tituloDe(clase),
          explica: CLASES[clase as Clase]?.[1],
          elegida: set.clase === clase,
          search: toggle('clase', clase),
        }))}
      />
    </div>
  )
}

function Vistas({ nuevas }: { nuevas: number }) {
  const { save, saving } = useSave(contrato.excepcionesVistas, {
    stale: ['notificaciones', 'reportes'],
  })
  return (
    <Button loading={saving} onClick={() => void save({})}>
      {nuevas === 1 ? 'Ya vi el control aflojado' : `Ya vi los ${nuevas} controles aflojados`}
    </Button>
  )
}
