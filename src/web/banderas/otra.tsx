import classes from '../bandera.module.css'

/** The pictures that few houses show: each is a file of its own, read when it is seen. */
const files = import.meta.glob<string>('./mas/*.svg', {
  eager: true,
  query: '?no-inline',
  import: 'default',
})

export default function BanderaOtra({ imagen, nombre }: { imagen: string; nombre: string }) {
  const src = files[`./mas/${imagen}.svg`]
  if (!src) return <span className={classes.bandera} aria-hidden="true" />
  return <img className={classes.bandera} src={src} alt={nombre} width={21} height={15} />
}
