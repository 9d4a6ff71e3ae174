import { Button } from '@mantine/core'
import { notify, toast } from '../../web/notify.ts'
import classes from './usuarios.module.css'

/** Recovery codes, the only time they are shown. */
export function Codigos({ codigos, cerrar }: { codigos: readonly string[]; cerrar: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(codigos.join('\n'))
      toast('Copiados.')
    } catch {
      notify('warning', 'El navegador no permite copiar.')
    }
  }
  return (
    <section className={classes.bloque}>
      <h2>Códigos de recuperación</h2>
      <p>
        Guárdelos fuera del teléfono. Cada uno abre una vez, en lugar del código de la aplicación,
        si pierde el teléfono. No se vuelven a mostrar.
      </p>
      <ul className={classes.codigos}>
        {codigos.map((codigo) => (
          <li key={codigo}>{codigo}</li>
        ))}
      </ul>
      <div className={classes.pie}>
        <Button onClick={cerrar}>Ya los guardé</Button>
        <Button variant="default" onClick={() => void copy()}>
          Copiar
        </Button>
        <Button variant="default" onClick={() => print()}>
          Imprimir
        </Button>
      </div>
    </section>
  )
}
