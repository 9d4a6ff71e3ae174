import { ActionIcon, Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copiar } from '../../../web/navegador.ts'
import type { DatoCopiable } from '../../tipos-pagos/rules/datos-pago.ts'
import classes from './beneficiario.module.css'

/** Where somebody is paid, in the order in which the bank's page asks: each datum is copied alone, or all at once. */
export function Copiable({ titulo, datos }: { titulo: string; datos: readonly DatoCopiable[] }) {
  const todo = [titulo, ...datos.map(({ etiqueta, valor }) => `${etiqueta}: ${valor}`)].join('\n')
  return (
    <section className={classes.copiable} aria-label="Datos para pagar">
      <header>
        <strong>{titulo}</strong>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconCopy size={14} aria-hidden="true" />}
          onClick={() => void copiar(todo)}
        >
          Copiar todo
        </Button>
      </header>
      <dl>
        {datos.map(({ etiqueta, valor }) => (
          <div key={etiqueta}>
            <dt>{etiqueta}</dt>
            <dd>
              <span>{valor}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Copiar ${etiqueta.toLowerCase()}`}
                onClick={() => void copiar(valor)}
              >
                <IconCopy size={16} aria-hidden="true" />
              </ActionIcon>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
