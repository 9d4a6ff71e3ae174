import { Button } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import { type Conteo, conteoTexto } from '../../../core/dinero/conteo.ts'
import { decimal, isDecimal } from '../../../core/dinero/decimal.ts'
import { esCorto } from '../../../core/texto/texto.ts'
import { useSave } from '../../../web/api/save.ts'
import { DialogoConteo } from '../../../web/crud/conteo/conteo.tsx'
import { DialogoCampos } from '../../../web/crud/dialogo-campos.tsx'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { campos } from '../contract/registro.ts'
import { contrato, type Detalle } from '../contract.ts'
import classes from './detalle.module.css'
import { Nota } from './nota.tsx'
import { Diferencia, Envio } from './recibir-partes.tsx'

/** The receiver counts the money; a shortage or surplus needs an explanation before it is posted. */
export function Recibir({ t, cerrar }: { t: Detalle; cerrar: () => void }) {
  const [contado, setContado] = useState<string | null>(null)
  const [conteo, setConteo] = useState<Conteo[] | null>(null)
  const [counting, setCounting] = useState(false)
  const [nota, setNota] = useState('')
  const { save, ...envio } = useSave(contrato.recibir, {
    stale: ['cuentas', 'posiciones', 'dashboard', 'notificaciones'],
  })
  const valid = contado !== null && isDecimal(contado) && decimal(contado).gt(0)
  const falta = valid ? decimal(t.monto).minus(contado) : null
  const differs = falta !== null && !falta.eq(0)
  async function confirm() {
    if (!valid) return
    const body = { contado, denominaciones: conteo, nota: nota.trim() || null }
    if (await save({ params: { id: t.id }, body })) cerrar()
  }
  if (counting) {
    return (
      <DialogoConteo
        abierto
        titulo={`Contar ${t.moneda.simbolo} de ${t.numero}`}
        moneda={t.moneda}
        piezas={t.piezas}
        conteo={conteo}
        esperado={{ monto: t.monto, nombre: 'el envío' }}
        usar={(counted, total) => {
          setConteo(counted)
          setContado(total)
        }}
        cerrar={() => setCounting(false)}
      />
    )
  }
  return (
    <DialogoCampos
      titulo={`Recibir ${t.numero}`}
      accion={differs ? 'Recibir con diferencia' : 'Recibir'}
      impedido={!valid || (differs && esCorto(campos.nota, nota))}
      peligro={differs}
      envio={envio}
      enviar={confirm}
      cerrar={cerrar}
    >
      <Envio t={t} />
      <div className={classes.contado}>
        <DecimalInput
          data-autofocus
          label="Monto contado"
          withAsterisk
          decimales={t.moneda.decimales}
          leftSection={<span className="simbolo">{t.moneda.simbolo}</span>}
          leftSectionWidth={52}
          value={contado}
          onChange={(value) => {
            setContado(value)
            setConteo(null)
          }}
        />
        {t.piezas.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconCash size={18} aria-hidden="true" />}
            onClick={() => setCounting(true)}
          >
            {conteo ? 'Volver a contar' : 'Contar billetes'}
          </Button>
        )}
      </div>
      {conteo && <p className="nota">{conteoTexto(conteo)}</p>}
      {falta && <Diferencia falta={falta} t={t} />}
      {differs && (
        <p className="nota">
          Quedará en tránsito: quién responde lo dice una tercera persona, ni {t.usuario} ni usted.
        </p>
      )}
      {differs && <Nota campo="nota" etiqueta="Explicación" valor={nota} cambiar={setNota} />}
    </DialogoCampos>
  )
}
