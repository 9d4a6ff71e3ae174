import { Button } from '@mantine/core'
import { copiar } from '../../../web/navegador.ts'
import classes from '../usuarios.module.css'

/** Recovery codes, the only time they are shown. */
export function Codigos({ codigos, cerrar }: { codigos: readonly string[]; cerrar: () => void }) {
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
        <Button variant="default" onClick={() => void copiar(codigos.join('\n'), 'Copiados.')}>
          Copiar
        </Button>
        <Button variant="default" onClick={() => print()}>
          Imprimir
        </Button>
      </div>
    </section>
  )
}
