import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import classes from './barra.module.css'
import type { Esquema } from './esquema.ts'

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
    <Menu position="bottom-end" shadow="md" offset={6} loop>
      <Menu.Target>
        <button type="button" className={classes.icono} aria-label="Tema" title="Tema">
          <Actual size={18} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {OPCIONES.map(({ valor, texto, icono: Icono }) => (
          <Menu.Item
            key={valor}
            role="menuitemradio"
            aria-checked={colorScheme === valor}
            leftSection={<Icono size={16} aria-hidden="true" />}
            rightSection={colorScheme === valor ? <IconCheck size={14} aria-hidden="true" /> : null}
            onClick={() => setColorScheme(valor)}
          >
            {texto}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
