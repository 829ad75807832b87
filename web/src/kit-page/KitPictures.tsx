import { drawings, type DrawingName } from '../ui/drawings.tsx'
import { Icon } from '../ui/Icon.tsx'
import { icons, type IconName } from '../ui/icons.ts'
import classes from './KitPage.module.css'

/** All icons and drawings with their names. */
export function KitPictures() {
  return (
    <>
      <div className={classes['group']}>
        <div className={classes['icons']}>
          {(Object.keys(icons) as IconName[]).map((name) => (
            <div key={name}>
              <Icon name={name} size={24} />
              {name}
            </div>
          ))}
        </div>
      </div>
      <div className={classes['group']}>
        <div className={classes['icons']}>
          {(Object.keys(drawings) as DrawingName[]).map((name) => (
            <div key={name}>
              {drawings[name]}
              {name}
            </div>
          ))}
        </div>
      </div>
    </>
  )
}
