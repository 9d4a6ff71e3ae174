import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { colorearVentana, type Esquema } from '../tema/esquema.ts'
import classes from './barra.module.css'
import { Desplegable } from './desplegable.tsx'

const OPCIONES: { valor: Esquema; texto: string; icono: typeof IconSun }[] = [
  { valor: 'light', texto: 'Claro', icono: IconSun },
  { valor: 'dark', texto: 'Oscuro', icono: IconMoon },
  { valor: 'auto', texto: 'Según el sistema', icono: IconDeviceDesktop },
]

/** Light, dark, or as the system says. */
export function SelectorEsquema() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Actual = OPCIONES.find(({ valor }) => valor === colorScheme)?.icono ?? IconSun
  return (
    <Desplegable
      className={classes.icono}
      etiqueta="Tema"
      lado="derecha"
      boton={<Actual size={18} aria-hidden="true" />}
    >
      {(cerrar) => (
        <fieldset className={classes.temas}>
          <legend className="solo-lectores">Tema</legend>
          {OPCIONES.map(({ valor, texto, icono: Icono }) => (
            <button
              key={valor}
              type="button"
              className={classes.enlace}
              aria-pressed={colorScheme === valor}
              onClick={() => {
                setColorScheme(valor)
                colorearVentana(valor)
                cerrar()
              }}
            >
              <Icono size={16} aria-hidden="true" />
              {texto}
            </button>
          ))}
        </fieldset>
      )}
    </Desplegable>
  )
}
