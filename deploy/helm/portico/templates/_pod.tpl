{{/* Ports of the portal, as its image has them. */}}
{{- define "portico.portalPort" -}}8080{{- end -}}
{{- define "portico.opsPort" -}}8081{{- end -}}

{{- define "portico.secretFile" -}}
{{ . | lower | replace "_" "-" }}
{{- end -}}

{{- define "portico.env" -}}
- name: PORT
  value: {{ include "portico.portalPort" . | quote }}
- name: PORTAL_OPS_PORT
  value: {{ include "portico.opsPort" . | quote }}
- name: PORTAL_DATA_DIR
  value: /data
- name: PORTAL_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- range $name, $_ := .Values.secrets }}
- name: {{ $name }}_FILE
  value: /run/secrets/portico/{{ include "portico.secretFile" $name }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* What all containers have in common. Takes root, name, command and resources. */}}
{{- define "portico.container" -}}
name: {{ .name }}
image: {{ include "portico.image" .root | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
command: {{ toJson .command }}
env:
  {{- include "portico.env" .root | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities: { drop: [ALL] }
  seccompProfile: { type: RuntimeDefault }
resources:
  {{- toYaml .resources | nindent 2 }}
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/portico, readOnly: true }
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  {{- if .hasBackups }}
  - { name: backups, mountPath: /backups }
  {{- end }}
  {{- with .root.Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* The same of pods. Variables of services are left out: that of a service "portal" would be PORTAL_PORT, which is no setting. */}}
{{- define "portico.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.podSecurityContext }}
securityContext:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "portico.secretVolume" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $name, $place := .Values.secrets }}
      - secret:
          name: {{ $place.secret }}
          items: [{ key: {{ $place.key }}, path: {{ include "portico.secretFile" $name }} }]
      {{- end }}
{{- end -}}

{{- define "portico.tmpVolume" -}}
- name: tmp
  emptyDir: { sizeLimit: {{ .Values.storage.tmpSize }} }
{{- end -}}

{{- define "portico.dataVolume" -}}
- name: data
  {{- if .Values.storage.claim.enabled }}
  persistentVolumeClaim: { claimName: {{ .Values.storage.claim.existingClaim | default (printf "%s-documents" (include "portico.fullname" .)) }} }
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- end -}}
