{{- define "portico.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "portico.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "portico.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "portico.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "portico.releaseLabels" -}}
app.kubernetes.io/name: {{ include "portico.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "portico.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{ include "portico.releaseLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* The pods that serve; those of jobs are no part of the service. */}}
{{- define "portico.nodeLabels" -}}
{{ include "portico.releaseLabels" . }}
app.kubernetes.io/component: node
{{- end -}}

{{- define "portico.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "portico.maxNodes" -}}
{{- if .Values.autoscaling.enabled }}{{ .Values.autoscaling.maxReplicas }}{{ else }}{{ .Values.replicaCount }}{{ end -}}
{{- end -}}

{{/* Whether one volume holds the documents that only one machine can mount. */}}
{{- define "portico.isOnOneMachine" -}}
{{- if and .Values.storage.claim.enabled (eq .Values.storage.claim.accessMode "ReadWriteOnce") }}true{{ end -}}
{{- end -}}

{{/* What a schema cannot say. */}}
{{- define "portico.check" -}}
{{- if not .Values.publicUrl }}{{ fail "publicUrl is required: the address under which people open the portal, such as https://portal.example.com." }}{{ end }}
{{- range list "DATABASE_URL" "PORTAL_SECRET_KEYS" }}
{{- if not (hasKey $.Values.secrets .) }}{{ fail (printf "secrets.%s is required: the Secret and the key where it is found." .) }}{{ end }}
{{- end }}
{{- if and (not .Values.storage.claim.enabled) (not (hasKey .Values.secrets "PORTAL_FILES")) }}{{ fail "Documents have no place: name an S3-compatible storage with secrets.PORTAL_FILES, or set storage.claim.enabled." }}{{ end }}
{{- if and .Values.storage.claim.enabled (hasKey .Values.secrets "PORTAL_FILES") }}{{ fail "secrets.PORTAL_FILES and storage.claim.enabled both give documents a place; keep one." }}{{ end }}
{{- if and (include "portico.isOnOneMachine" .) (gt (int (include "portico.maxNodes" .)) 1) }}{{ fail "storage.claim.accessMode ReadWriteOnce is for one node: choose ReadWriteMany, or secrets.PORTAL_FILES, or replicaCount 1 without autoscaling." }}{{ end }}
{{- if and .Values.autoscaling.enabled (gt (int .Values.autoscaling.minReplicas) (int .Values.autoscaling.maxReplicas)) }}{{ fail "autoscaling.minReplicas is larger than autoscaling.maxReplicas." }}{{ end }}
{{- if and .Values.autoscaling.enabled (not (dig "requests" "cpu" "" .Values.resources)) }}{{ fail "autoscaling needs resources.requests.cpu, of which its target is a share." }}{{ end }}
{{- if and .Values.ingress.tlsSecret (not (hasPrefix "https://" .Values.publicUrl)) }}{{ fail "ingress.tlsSecret is for a publicUrl that begins with https://." }}{{ end }}
{{- end -}}
