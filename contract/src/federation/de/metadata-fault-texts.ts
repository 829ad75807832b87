import type { metadataFaultTexts } from '../metadata-fault-texts.ts'

/** German faults of SAML metadata and certificates. */
export const deMetadataFaultTexts = {
  metadata_fault_xml:
    'sie sind kein wohlgeformtes XML oder enthalten DOCTYPE, CDATA oder Verarbeitungsanweisungen, die nicht angenommen werden',
  metadata_fault_entities: 'sie beschreiben nicht genau eine SAML-Entität',
  metadata_fault_no_provider: 'sie beschreiben keinen Identitätsanbieter',
  metadata_fault_no_application: 'sie beschreiben keine Anwendung',
  metadata_fault_entity_id: 'die Entitäts-ID ist kein URI mit höchstens 1024 Zeichen',
  metadata_fault_own_entity_id: 'sie haben die Entitäts-ID dieses Portals',
  metadata_fault_certificate: 'ein Zertifikat ist nicht lesbar',
  metadata_fault_key: 'ein Schlüssel ist nicht RSA mit mindestens {bits} Bit',
  metadata_fault_signed_requests:
    'der Anbieter verlangt signierte Anfragen, die dieses Portal nicht sendet: Schalten Sie das dort ab',
  metadata_fault_no_redirect: 'der Anbieter bietet kein Single Sign-on mit HTTP-Redirect an',
  metadata_fault_not_https: 'die Adresse für Single Sign-on beginnt nicht mit https',
  metadata_fault_transient:
    'der Anbieter vergibt bei jeder Anmeldung neue Namen (transient): Wählen Sie dort persistent, E-Mail-Adresse oder unspecified',
  metadata_fault_no_certificate: 'es gibt kein Zertifikat, mit dem Signaturen geprüft werden können',
  metadata_fault_certificates: 'es gibt mehr als zwei Zertifikate, mit denen Signaturen geprüft werden können',
  metadata_fault_expired: 'das Zertifikat ist am {date} abgelaufen',
  metadata_fault_no_post: 'die Anwendung empfängt nichts über HTTP-POST',
  metadata_fault_name_format: 'die Anwendung nimmt kein Format der Name-ID an, das dieses Portal senden kann',
  metadata_fault_encryption_certificate: 'das Verschlüsselungszertifikat ist abgelaufen oder noch nicht gültig',
  metadata_fault_encryption:
    'die Anwendung liest keine Verschlüsselung mit AES-GCM, und eine andere sendet dieses Portal nicht',
} satisfies Record<keyof typeof metadataFaultTexts, string>
