import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone's. Tables are cards on wider screens, too. */
export const usePhone = (): boolean => useMediaQuery('(width < 37.5em)', false, { getInitialValueInEffect: false })
