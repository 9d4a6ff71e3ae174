import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Fecha, Vacio } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import classes from '../cierres.module.css'
import type { Dia } from '../contract.ts'

/** Every version of the day's close, the latest first; each can be read as it was stored. */
export function Versiones({ dia }: { dia: Dia }) {
  return (
    <section className={`${classes.tabla} no-imprime`}>
      <h2>Cierres de este día</h2>
      <Tabla
        titulo="Cierres de este día"
        filas={dia.versiones}
        id={({ version }) => version}
        columnas={[
          {
            clave: 'version',
            titulo: 'Versión',
            celda: ({ version }) =>
              version === dia.version ? (
                `${version} (esta)`
              ) : (
                <Enlace
                  a="cierre-dia"
                  params={{ fecha: dia.fecha }}
                  search={{
                    version: String(version),
                    ...(dia.sucursal && { sucursal_id: String(dia.sucursal.id) }),
                  }}
                >
                  {`${version}`}
                </Enlace>
              ),
          },
          {
            clave: 'cerrado_en',
            titulo: 'Cerrado',
            celda: (v) => <Fecha valor={v.cerrado_en} hora />,
          },
          { clave: 'cerrado_por', titulo: 'Por', celda: (v) => v.cerrado_por },
          {
            clave: 'reabierto_en',
            titulo: 'Reabierto',
            celda: (v) => <Fecha valor={v.reabierto_en} hora />,
          },
          { clave: 'reabierto_por', titulo: 'Por', celda: (v) => v.reabierto_por ?? <Vacio /> },
          { clave: 'motivo', titulo: 'Motivo', amplia: true, celda: (v) => v.motivo ?? <Vacio /> },
        ]}
      />
    </section>
  )
}
