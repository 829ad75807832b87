import classes from './Logo.module.css'

interface LogoProps {
  /** Of the brand; without one the wordmark of the product stands here. */
  image: string | null | undefined
  productName: string
}

/** The brand's picture, or the product's own mark with its name. */
export function Logo({ image, productName }: LogoProps) {
  if (image) return <img className={classes['image']} src={image} alt={productName} />
  return (
    <span className={classes['wordmark']}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect className={classes['tile']} width="32" height="32" rx="8" />
        <path className={classes['drawing']} d="M7 13 16 7l9 6M9 25V15m4.7 10V15m4.6 10V15m4.7 10V15M7 25h18" />
      </svg>
      {productName}
    </span>
  )
}
