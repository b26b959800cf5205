"""Static files under names that carry their content's hash, so that browsers may keep them."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Also rewrites `import` in ES modules, so that a module never loads a stale neighbour."""

    support_js_module_import_aggregation = True
