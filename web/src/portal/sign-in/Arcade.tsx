import classes from './Arcade.module.css'

/** Arches one behind the other, each a little lighter, as one looks through a colonnade. */
const ARCHES = [0, 1, 2, 3, 4, 5]

const STEP = 52

/** The picture beside the sign-in form where the brand has none of its own. */
export function Arcade() {
  return (
    <svg className={classes['arcade']} viewBox="0 0 800 1000" preserveAspectRatio="xMidYMax slice">
      {ARCHES.map((depth) => {
        const left = 60 + depth * STEP
        const right = 740 - depth * STEP
        const radius = (right - left) / 2
        const spring = 500 + depth * 18
        return (
          <path
            key={depth}
            className={classes['arch']}
            data-depth={depth}
            d={`M${left} 1000V${spring}a${radius} ${radius} 0 0 1 ${right - left} 0V1000z`}
          />
        )
      })}
    </svg>
  )
}
