import { ActionIcon, Button, TextInput } from '@mantine/core'
import { quieto } from '../crud/quieto.tsx'

/** What the page of an operation is made of: it follows what is typed, and these stay as they are. */
export const Boton = quieto(Button)
export const Icono = quieto(ActionIcon)
export const Texto = quieto(TextInput)
