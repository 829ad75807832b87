import classes from './SignInArtwork.module.css'

/** Arches one behind the other, each slightly lighter. */
const ARCHES = [0, 1, 2, 3, 4, 5]

const ARCH_INSET = 52

/** The default image beside the sign-in form, for brands without one. */
export function SignInArtwork() {
  return (
    <svg className={classes['artwork']} viewBox="0 0 800 1000" preserveAspectRatio="xMidYMax slice">
      {ARCHES.map((depth) => {
        const left = 60 + depth * ARCH_INSET
        const right = 740 - depth * ARCH_INSET
        const radius = (right - left) / 2
        const springLine = 500 + depth * 18
        return (
          <path
            key={depth}
            className={classes['arch']}
            data-depth={depth}
            d={`M${left} 1000V${springLine}a${radius} ${radius} 0 0 1 ${right - left} 0V1000z`}
          />
        )
      })}
    </svg>
  )
}
