import { IconBrandTelegram } from '@tabler/icons-react'
import { useAnswer } from '../../web/api/query.ts'
import { useSave } from '../../web/api/save.ts'
import { notify } from '../../web/avisos/notify.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato } from './contract.ts'
import classes from './telegram.module.css'

/** The bar's switch: its state is loaded when the bar appears, a press is a call. */
export function InterruptorTelegram() {
  const { data } = useAnswer(contrato.estado)
  const { save, saving } = useSave(contrato.alternar)
  const puede = usePuede('telegram:activar')
  if (data === undefined) return <span className={classes.hueco} />
  const estado = data ? 'encendido' : 'apagado'
  return (
    <button
      type="button"
      role="switch"
      className={classes.interruptor}
      aria-checked={data}
      aria-label="Telegram"
      aria-disabled={!puede || saving}
      title={`Telegram ${estado}${puede ? '' : '. Su rol no puede cambiarlo.'}`}
      onClick={async () => {
        if (!puede) return
        const on = await save({})
        if (on !== null) notify('success', on ? 'Telegram encendido.' : 'Telegram apagado.')
      }}
    >
      <IconBrandTelegram size={18} aria-hidden="true" />
      <span className={classes.riel} aria-hidden="true" />
    </button>
  )
}
