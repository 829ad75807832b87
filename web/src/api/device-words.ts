import {
  type DeviceSentence,
  deviceSentence,
  placeSentence,
  wordDescription,
} from '@portico/contract/session/device-words.ts'
import { deviceTexts } from '@portico/contract/session/device-texts.ts'
import { formatMessage, texts } from './texts.ts'

const say = ({ key, values }: DeviceSentence): string => formatMessage(texts(deviceTexts)[key], values as never)

/** A browser in words of the page's language: 'Firefox on Windows'. */
export const deviceInWords = (device: string): string => wordDescription(device, deviceSentence(device), say)

/** A place in words of the page's language: 'the address 192.0.2.7'. */
export const placeInWords = (place: string): string => wordDescription(place, placeSentence(place), say)
