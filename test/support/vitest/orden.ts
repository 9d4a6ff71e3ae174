import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, longest first. They start first, so that at the end of a group no worker waits for
 * another's long file. Vitest's own order knows durations only where it has run before, not in a fresh clone.
 */
export const LARGAS = [
  'test/despliegue/actualizar.test.ts',
  'src/server/test/paseo.server.test.ts',
  'test/despliegue/actualizar-ajena.test.ts',
  'test/entradas.test.ts',
  'test/demo/mes.test.ts',
  'test/demo/horas.test.ts',
  'test/demo.test.ts',
  'test/scripts.test.ts',
  'test/jaula/conjuntos/muertes.test.ts',
  'src/server/respaldo/respaldo.server.test.ts',
  'src/server/respaldo/registro/registro.server.test.ts',
  'test/jaula/muertes.test.ts',
  'test/averias/respaldo-lleno.test.ts',
  'src/server/respaldo/registro/muertes.server.test.ts',
  'src/server/procesos/procesos.server.test.ts',
  'test/despliegue/paquete.test.ts',
  'src/server/test/lotes/http.server.test.ts',
  'test/jaula/cuelgue.test.ts',
  'test/borrar-area.test.ts',
  'test/entradas-azar.test.ts',
  'src/server/respaldo/registro/reponer.server.test.ts',
  'src/server/procesos/inicio.server.test.ts',
  'test/averias/migracion.test.ts',
  'test/embedded.test.ts',
  'src/server/test/azar.server.test.ts',
  'test/jaula/concurrencia.test.ts',
  'test/permisos.test.ts',
  'src/server/verificar/falsificaciones.server.test.ts',
  'test/e2e/aspecto/gestion.e2e.ts',
  'test/e2e/aspecto/operaciones.e2e.ts',
  'test/e2e/sesion/salir.e2e.ts',
  'test/e2e/paginas/avisos.e2e.ts',
  'test/e2e/linea/quieto.e2e.ts',
  'test/e2e/estreno/puesta-en-marcha.e2e.ts',
  'test/e2e/dinero/mostrador.e2e.ts',
  'test/e2e/paginas/paginas-roles.e2e.ts',
]

/** Files of which every test is a rehearsal (`ensayo.ts`): `npm test` does not load them. */
export const ENSAYOS = [
  'src/areas/aprobaciones/test/demo.server.test.ts',
  'src/areas/reportes/excepciones/demo.server.test.ts',
  'test/averias/reloj-equipo.test.ts',
  'test/borrar-area.test.ts',
  'test/demo/horas.test.ts',
  'test/demo/mes.test.ts',
  'test/jaula/conjuntos/muertes.test.ts',
  // Tasks of the manual; those of the counter stay.
  'test/e2e/manual/tareas-administrador.e2e.ts',
  'test/e2e/manual/tareas-casa.e2e.ts',
  'test/e2e/manual/tareas-dinero.e2e.ts',
  'test/e2e/manual/tareas-ordenes.e2e.ts',
]

/** Vitest's order with `LARGAS` before the other files of their group. */
export class LargasPrimero extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder
    const place = ({ moduleId }: TestSpecification) => {
      const at = LARGAS.findIndex((file) => moduleId.endsWith(`/${file}`))
      return at < 0 ? LARGAS.length : at
    }
    return sorted.toSorted((a, b) => group(a) - group(b) || place(a) - place(b))
  }
}
