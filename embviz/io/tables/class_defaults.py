"""Facts of model classes that their config.json need not repeat, by ``model_type``.

Read off the configuration classes of transformers 5.24, so that opening a folder need not import it.
"""

from __future__ import annotations

UNTIED_BY_DEFAULT = frozenset(
    {
        "afmoe", "apertus", "apertus1p5", "apertus1p5_text", "arcee", "aria", "aria_text", "axk1",
        "axk2", "bailing_hybrid", "bamba", "bitnet", "blt", "blt_global_transformer",
        "blt_local_decoder", "blt_local_encoder", "blt_patcher", "chameleon", "codegen",
        "cohere_asr", "cohere_compass", "cosmos3_edge", "cosmos3_edge_text", "cosmos3_omni", "cwm",
        "dbrx", "deepseek_ocr2", "deepseek_ocr2_encoder", "deepseek_ocr2_text", "deepseek_v2",
        "deepseek_v3", "deepseek_v32", "deepseek_v4", "diffllama", "doge", "dory", "dots1",
        "dots3_note", "dots3_note_text", "emu3", "emu3_text_model", "esmc", "eurobert", "evolla",
        "exaone", "exaone4", "exaone4_5", "exaone_moe", "falcon_h1", "fast_vlm", "flex_olmo",
        "flint", "fsmt", "fuyu", "git", "glm", "glm4", "glm46v", "glm4_moe", "glm4_moe_lite",
        "glm4v", "glm4v_moe", "glm4v_moe_text", "glm5_next", "glm5_next_text", "glm_image",
        "glm_moe_dsa", "glm_ocr", "glmga", "gpt_neox", "gpt_oss", "gptj", "granite",
        "granite4_vision", "granite4_vision_text", "granitemoe", "granitemoe_swa",
        "granitemoehybrid", "granitemoeshared", "helium", "higgs_audio_v2", "hrm_text",
        "hunyuan_v1_dense", "hunyuan_v1_moe", "hy_v3", "hy_v4", "hy_v4_vl", "hy_v4_vl_text",
        "hyperclovax", "idefics", "idefics2", "idefics3", "imagegpt", "internlm3", "iquestcoder",
        "jais2", "jamba", "kimi_linear", "kolibri1", "kyutai_speech_to_text", "laguna", "llama",
        "llama4", "llama4_text", "llava", "llava_next", "llava_next_video", "llava_onevision",
        "longcat_flash", "mamba2", "mellum", "mimo_v2_flash", "minicpmv4_6", "minicpmv4_7",
        "minimax", "minimax_m2", "minimax_m3_vl", "minimax_m3_vl_text", "ministral", "ministral3",
        "mistral", "mistral4", "mistral_large4", "mistral_large4_text", "mixtral",
        "mllama_text_model", "modernvbert", "molmo2", "molmo2_text", "moonshine_streaming", "moshi",
        "moshi_depth", "muse_glimmer_text", "muse_spark_text", "musicgen_decoder",
        "musicgen_melody_decoder", "nanochat", "nemotron", "nemotron_h", "olmo", "olmo2", "olmo3",
        "olmo_hybrid", "olmoe", "openai_privacy_filter", "perception_lm", "persimmon", "phi",
        "phi3", "phi4_multimodal", "phimoe", "pix2struct", "pix2struct_text_model", "qianfan_ocr",
        "qwen2", "qwen2_5_omni_talker", "qwen2_5_omni_thinker", "qwen2_5_vl", "qwen2_moe",
        "qwen2_vl", "qwen3", "qwen3_5", "qwen3_5_moe", "qwen3_5_moe_text", "qwen3_5_text",
        "qwen3_moe", "qwen3_next", "qwen3_omni_moe_talker_code_predictor",
        "qwen3_omni_moe_talker_text", "qwen3_omni_moe_thinker", "qwen3_vl", "qwen3_vl_moe",
        "qwen4_exp", "qwen4_exp_text", "reformer", "rembert", "rwkv", "sarvam_mla", "sarvam_moe",
        "seed_oss", "smolvlm", "solar_open", "stablelm", "step3p5", "ultrabert", "ultravbert",
        "unlimited_ocr", "unlimited_ocr_text", "video_llama_3", "video_llava", "vipllava", "xlstm",
    }
)  # fmt: skip
"""Types whose output table is a matrix of its own unless config.json says ``tie_word_embeddings``."""

SCALED_BY_DEFAULT = frozenset(
    {
        "bigbird_pegasus", "biogpt", "fsmt", "kosmos_2_5_text_model", "kosmos_2_text_model",
        "m2m_100", "nllb-moe", "pegasus_x", "plbart", "seamless_m4t", "seamless_m4t_v2",
        "speech_to_text", "xglm",
    }
)  # fmt: skip
"""Types that multiply rows by √d unless config.json says ``scale_embedding: false``."""

SCALED_BY_ROOT = (
    "gemma",
    "gemma2",
    "gemma3",
    "gemma4",
    "recurrent_gemma",
    "t5gemma",
    "vaultgemma",
    "embedding_gemma",
    "diffusion_gemma",
    "paligemma",
)
"""Beginnings of types that always multiply rows by √d."""
