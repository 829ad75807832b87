import { type ComponentProps, useEffect, useState } from 'react'
import { queryClient } from '../api/query.ts'
import { lazyPart, type MissingPart } from '../patterns/lazy-part.tsx'
import type { MenuButton as KitMenuButton } from '../ui/MenuButton.tsx'
import { toast } from '../ui/toast.ts'
import classes from './LazyMenuButton.module.css'

type MenuProps = ComponentProps<typeof KitMenuButton>

interface FaceProps {
  menu: MenuProps
  isPressed: boolean
  onPress: () => void
}

/** The first press of a menu that is not loaded yet. */
const press: { happened?: () => void } = {}
const pressed = new Promise<void>((resolve) => {
  press.happened = resolve
})

/** Resolves when no call is under way. */
const whenAnswered = () =>
  new Promise<void>((resolve) => {
    if (queryClient.isFetching() === 0) return resolve()
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() > 0) return
      stop()
      resolve()
    })
    return undefined
  })

/**
 * The menu's positioning code is larger than the rest of the page, so it loads when the page has its data, or the user
 * presses a menu.
 */
const Loaded = lazyPart<FaceProps>(
  async () => {
    await Promise.race([whenAnswered(), pressed])
    const { MenuButton: KitMenu } = await import('../ui/MenuButton.tsx')
    return ({ menu, isPressed }) => <KitMenu {...menu} defaultOpened={isPressed} />
  },
  { Loading: Face, Missing: FaceWithoutMenu },
)

/** A menu button that is shown and accepts clicks, in the same size, while the menu component loads. */
export function LazyMenuButton(menu: MenuProps) {
  const [isPressed, setPressed] = useState(false)
  const onPress = () => {
    setPressed(true)
    press.happened?.()
  }
  return <Loaded menu={menu} isPressed={isPressed} onPress={onPress} />
}

function Face({ menu: { children, label }, onPress }: FaceProps) {
  return (
    <button type="button" className={classes['face']} aria-haspopup="menu" onClick={onPress}>
      {children}
      <span className={classes['name']}>{label}</span>
    </button>
  )
}

/** Says why no menu opened; each press tries to load it again. */
function FaceWithoutMenu({ failure, onRetry, onPress, ...props }: FaceProps & MissingPart) {
  const { isPressed } = props
  useEffect(() => {
    if (isPressed) toast.error(failure.message, failure.reload)
  }, [isPressed, failure])
  return (
    <Face
      {...props}
      onPress={() => {
        onPress()
        onRetry()
      }}
    />
  )
}
